// A kernel on the device with its data: prepared, launched by the timer, checked.
#pragma once

#include <cstdint>
#include <memory>

#include "bench/grid/task.hpp"
#include "choice/pool.hpp"
#include "device/stream.hpp"
#include "kernel.hpp"
#include "row.hpp"

namespace limbsmith::bench {

class Measurement {
  public:
    virtual ~Measurement() = default;
    // Loads the kernel, puts operands in place and fills in the row: results of a launch, shape, bytes.
    // requires: the kernel has an image. Throws Error.
    virtual void prepare(runtime::Stream& on, Row& row) = 0;
    // The same on the host; false if there is nothing to measure but GMP.
    virtual bool prepare_on_host(Row&) { return false; }
    // Launches once; returns the seconds.
    virtual double launch() = 0;
    // The same with operands that come from the host and results that go there; 0 if that is not measured.
    virtual double launch_from_host() { return 0; }
    // Compares results of the last launch with GMP's; returns how many. Throws Error if one is wrong.
    virtual uint64_t check() = 0;
    // Frees the resources of prepare().
    virtual void release() = 0;
};

// kernels/registers.cu: `calls` calls, one after the other, on operands in registers; with through_memory,
// operands are in memory before and after each call.
struct RegisterShape {
    uint32_t chains, block;
    uint64_t grid;       // 0: as many blocks as fill the device
    uint32_t calls = 0;  // 0: as many as take some milliseconds
    bool through_memory = false;
    uint32_t waves = 1;  // how often the blocks fill the device, if grid is 0
};
std::unique_ptr<Measurement> measure_registers(std::shared_ptr<const Subject> subject,
                                               std::shared_ptr<Kernel> kernel, RegisterShape shape);

// kernels/batch.cu on arrays of about `bytes` in total.
std::unique_ptr<Measurement> measure_batch(std::shared_ptr<const Subject> subject,
                                           std::shared_ptr<Kernel> kernel, Layout layout, size_t bytes);

// kernels/lane_batch.cu on operands of `bits` bits each in all. requires: a batch_subject of whole numbers.
std::unique_ptr<Measurement> measure_lane_batch(std::shared_ptr<const Subject> subject,
                                                std::shared_ptr<Kernel> kernel, size_t bits);

// A batch of `numbers` numbers by the kernels that `limbsmith run` uses; 0: about a second of powers, in whole rounds
// of the blocks that the device runs at once. requires of both: a batch_subject.
std::unique_ptr<Measurement> measure_numbers(std::shared_ptr<const Subject> subject,
                                             std::shared_ptr<Kernel> kernel, size_t numbers);

// kernels/lane_calls.cu: as many calls, one after the other, as take some milliseconds.
// requires: has_lane_calls(subject).
std::unique_ptr<Measurement> measure_lane_calls(std::shared_ptr<const Subject> subject,
                                                std::shared_ptr<Kernel> kernel);

// Numbers of any length, by the kernels of runtime/grid/.
std::unique_ptr<Measurement> measure_grid(const GridTask& task);

// Computations of a pool, by one mapping or, with nullopt, by those that the engine chooses.
class PoolBench;
struct PoolTask;
std::unique_ptr<Measurement> measure_pool(std::shared_ptr<PoolBench> bench, const PoolTask& task,
                                          const std::optional<Mapping>& only);

// kernels/batch_inverse.cu with `count` elements a thread.
std::unique_ptr<Measurement> measure_batch_inverse(std::shared_ptr<const Subject> inverse,
                                                   std::shared_ptr<Kernel> kernel, uint32_t count);

}  // namespace limbsmith::bench
