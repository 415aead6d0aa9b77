// The rows to measure, in order, with the kernels that they need.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/lanes/measurements.hpp"
#include "bench/pool/bench.hpp"
#include "bench/thread/measurements.hpp"
#include "kernel.hpp"
#include "measurement.hpp"
#include "row.hpp"

namespace limbsmith::bench {

// One row: the fastest of its candidates counts.
struct Job {
    struct Candidate {
        std::shared_ptr<Kernel> kernel;  // null if the measurement has its own
        std::unique_ptr<Measurement> measurement;
    };
    Row row;
    std::shared_ptr<const Subject> subject;
    std::vector<Candidate> candidates;
    double share_of_time = 1;   // of the time for each timing: sweeps have many rows
    bool also_on_host = false;  // the host is measured as well as the device
    // Neighbouring jobs of the same group, if it is not 0, are compared: they are measured in turns.
    uint32_t group = 0;
};

class Schedule {
  public:
    using HeaderFunctionPtr = std::shared_ptr<const HeaderFunction>;
    using BatchKernelPtr = std::shared_ptr<const BatchKernel>;

    // In registers, with one or two chains a thread and blocks of 128 or 256 threads. `best_of_chains`: the
    // chains that are tried; `waves`: how often the threads fill the device.
    void add_registers(const std::string& suite, const HeaderFunctionPtr& function,
                       uint32_t best_of_chains = 2, uint32_t waves = 1);
    // In registers or in memory, in one shape with blocks of at most `most_threads`.
    void add_shape(const std::string& suite, const HeaderFunctionPtr& function, RegisterShape shape,
                   uint32_t most_threads = 256, double share_of_time = 1);
    void add_batch(const std::string& suite, const HeaderFunctionPtr& function,
                   Layout layout = Layout::limb_major);
    // Batches as `limbsmith run` computes them.
    void add_numbers(const std::string& suite, const BatchKernelPtr& batch, Numbers numbers = {});
    // Batches of whole numbers over several threads, 2^32 bits of each operand.
    void add_lane_batch(const std::string& suite, const BatchKernelPtr& batch);
    // Products over lanes, in registers.
    void add_lane_calls(const std::string& suite, const BatchKernelPtr& batch);
    // One number alone, or as many as have 2^30 bits.
    void add_grid(const std::string& suite, const std::string& operation, int bits, bool is_alone);
    // Adds a row for one mapping, or for those that the engine chooses.
    void add_pool(const std::string& suite, const PoolTask& task, const std::optional<Mapping>& only);
    void add_batch_inverse(const std::string& suite, const HeaderFunctionPtr& inverse, const Spec& spec,
                           uint32_t count);

    Kernels& kernels() { return kernels_; }
    std::vector<Job>& jobs() { return jobs_; }

  private:
    Job& add(const std::string& suite, const std::shared_ptr<const Subject>& subject);

    Kernels kernels_;
    std::shared_ptr<PoolBench> pool_;  // of all measurements of pools
    std::string pool_task_;            // the last one
    uint32_t groups_ = 0;
    std::vector<Job> jobs_;
};

}  // namespace limbsmith::bench
