// The sources of kernels around an operation on batches. They are read back (read_source.hpp); numbers_source by session/source.
#pragma once

#include "batch_kernel.hpp"
#include "bench/kernel_source.hpp"

namespace limbsmith::bench {

// The kernels of batches with kernels/limb_major.cu.
Source numbers_source(const BatchKernel& batch);
// kernels/lane_batch.cu. requires: whole numbers.
Source lane_batch_source(const BatchKernel& batch);
// kernels/lane_calls.cu. requires: has_lane_calls.
Source lane_calls_source(const BatchKernel& batch);
// Products and squares over several lanes; not modulo a number that is known at generation, since the kernel gives each call a modulus.
bool has_lane_calls(const BatchKernel& batch);

}  // namespace limbsmith::bench
