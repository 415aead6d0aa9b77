// The measurements of operations on batches.
#pragma once

#include "bench/kernel.hpp"
#include "bench/measurement.hpp"

namespace limbsmith::bench {

// kernels/lane_batch.cu on operands of `bits` bits each in all. requires: whole numbers.
std::unique_ptr<Measurement> measure_lane_batch(std::shared_ptr<const BatchKernel> batch,
                                                std::shared_ptr<Kernel> kernel, size_t bits);

// A batch by the kernels that `limbsmith run` uses.
struct Numbers {
    size_t count =
        0;  // 0: about a second of powers, in whole rounds of the blocks that the device runs at once
    int divisor_bits = 0;  // of a division, the length of its second operand; 0: as long as the first
};
std::unique_ptr<Measurement> measure_numbers(std::shared_ptr<const BatchKernel> batch,
                                             std::shared_ptr<Kernel> kernel, Numbers numbers);

// kernels/lane_calls.cu: as many calls, one after the other, as take some milliseconds.
// requires: has_lane_calls.
std::unique_ptr<Measurement> measure_lane_calls(std::shared_ptr<const BatchKernel> batch,
                                                std::shared_ptr<Kernel> kernel);

}  // namespace limbsmith::bench
