// The CUDA sources of bench/kernels, compiled for the device here.
#pragma once

#include <string>
#include <vector>

#include "jit/compiler.hpp"
#include "jit/device.hpp"

namespace limbsmith::bench {

// Compiles bench/kernels/<file> with `prelude` before it.
runtime::Module compile_kernel(runtime::Context& context, const std::string& file, const std::string& prelude,
                               const std::vector<runtime::Header>& headers);

}  // namespace limbsmith::bench
