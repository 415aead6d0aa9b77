// The sources of kernels around a function of a header. They are read back (read_source.hpp).
#pragma once

#include "bench/kernel_source.hpp"
#include "bench/layout.hpp"
#include "header_function.hpp"

namespace limbsmith::bench {

// kernels/registers.cu: `chains` independent sets of operands a thread, at most `most_threads` threads a
// block.
Source register_source(const HeaderFunction& function, uint32_t chains, uint32_t most_threads);
// kernels/batch.cu
Source batch_source(const HeaderFunction& function, Layout layout);
// kernels/host.cpp, for the host's compiler.
Source host_source(const HeaderFunction& function);
// kernels/batch_inverse.cu: `count` elements a thread.
Source batch_inverse_source(const Spec& spec, uint32_t count);

}  // namespace limbsmith::bench
