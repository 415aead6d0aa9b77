// Reads the sources of kernels around an operation on batches back before they are compiled.
//
// Promises: a source is read only if its tokens are those that call the operation with each operand from its own words, and
// take all results. The files of bench/kernels are taken as they are; the header is read by session/source. Throws Error
// (refuted) with the line that differs.
#pragma once

#include <string>

#include "batch_kernel.hpp"

namespace limbsmith::bench {

void require_lane_batch(const std::string& text, const BatchKernel& batch);
void require_lane_calls(const std::string& text, const BatchKernel& batch);

}  // namespace limbsmith::bench
