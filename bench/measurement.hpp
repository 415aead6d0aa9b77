// A kernel on the device with its data: launched, timed from outside, checked.
#pragma once

#include <cstdint>
#include <memory>

#include "jit/device.hpp"
#include "kernel.hpp"
#include "row.hpp"

namespace limbsmith::bench {

class Measurement {
  public:
    virtual ~Measurement() = default;
    // Loads the kernel, puts operands in place and says in the row what it is about to do: results of a
    // launch, shape, bytes. requires: the kernel has an image. Throws Error.
    virtual void prepare(runtime::Context& context, Row& row) = 0;
    // The seconds of one launch.
    virtual double launch() = 0;
    // How many results of the last launch were compared with GMP. Throws Error where one is wrong.
    virtual uint64_t check() = 0;
    // Frees what prepare() took.
    virtual void release() = 0;
};

// kernels/registers.cu: `calls` one after the other on operands in registers, or for `through_memory` in
// memory before and after each.
struct RegisterShape {
    uint32_t chains, block;
    uint64_t grid;       // 0 for as many blocks as fill the device
    uint32_t calls = 0;  // 0 for as many as take some milliseconds
    bool through_memory = false;
    uint32_t waves = 1;  // how often the blocks fill the device, where grid is 0
};
std::unique_ptr<Measurement> measure_registers(std::shared_ptr<const Subject> subject,
                                               std::shared_ptr<Kernel> kernel, RegisterShape shape);

// kernels/batch.cu on arrays of about `bytes` together.
std::unique_ptr<Measurement> measure_batch(std::shared_ptr<const Subject> subject,
                                           std::shared_ptr<Kernel> kernel, Layout layout, size_t bytes);

// kernels/batch_inverse.cu, `count` elements a thread.
std::unique_ptr<Measurement> measure_batch_inverse(std::shared_ptr<const Subject> inverse,
                                                   std::shared_ptr<Kernel> kernel, uint32_t count);

}  // namespace limbsmith::bench
