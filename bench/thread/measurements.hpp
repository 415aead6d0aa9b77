// The measurements of functions of headers.
#pragma once

#include "bench/kernel.hpp"
#include "bench/measurement.hpp"

namespace limbsmith::bench {

// kernels/registers.cu: `calls` calls, one after the other, on operands in registers; with through_memory,
// operands are in memory before and after each call.
struct RegisterShape {
    uint32_t chains, block;
    uint64_t grid;       // 0: as many blocks as fill the device
    uint32_t calls = 0;  // 0: as many as take some milliseconds
    bool through_memory = false;
    uint32_t waves = 1;  // how often the blocks fill the device, if grid is 0
};
std::unique_ptr<Measurement> measure_registers(std::shared_ptr<const HeaderFunction> function,
                                               std::shared_ptr<Kernel> kernel, RegisterShape shape);

// kernels/batch.cu on arrays of about `bytes` in total.
std::unique_ptr<Measurement> measure_batch(std::shared_ptr<const HeaderFunction> function,
                                           std::shared_ptr<Kernel> kernel, Layout layout, size_t bytes);

// kernels/batch_inverse.cu with `count` elements a thread.
std::unique_ptr<Measurement> measure_batch_inverse(std::shared_ptr<const HeaderFunction> inverse,
                                                   std::shared_ptr<Kernel> kernel, uint32_t count);

}  // namespace limbsmith::bench
