// The rows to measure, in order, with the kernels that they need.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/pool/bench.hpp"
#include "kernel.hpp"
#include "measurement.hpp"
#include "row.hpp"

namespace limbsmith::bench {

// One row: the fastest of its candidates counts.
struct Request {
    struct Candidate {
        std::shared_ptr<Kernel> kernel;  // null if the measurement has its own
        std::unique_ptr<Measurement> measurement;
    };
    Row row;
    std::shared_ptr<const Subject> subject;
    std::vector<Candidate> candidates;
    double share_of_time = 1;   // of the time for each timing: sweeps have many rows
    bool also_on_host = false;  // the host is measured as well as the device
    // Neighbouring requests of the same group, if it is not 0, are compared: they are measured in turns.
    uint32_t group = 0;
};

class Plan {
  public:
    using SubjectPtr = std::shared_ptr<const Subject>;

    // In registers, with one or two chains a thread and blocks of 128 or 256 threads. `best_of_chains`: the
    // chains that are tried; `waves`: how often the threads fill the device.
    void add_registers(const std::string& suite, const SubjectPtr& subject, uint32_t best_of_chains = 2,
                       uint32_t waves = 1);
    // In registers or in memory, in one shape with blocks of at most `most_threads`.
    void add_shape(const std::string& suite, const SubjectPtr& subject, RegisterShape shape,
                   uint32_t most_threads = 256, double share_of_time = 1);
    void add_batch(const std::string& suite, const SubjectPtr& subject, Layout layout = Layout::limb_major);
    // Batches as `limbsmith run` computes them, and for products over lanes calls in registers. `numbers`: see
    // measure_numbers. requires: a batch_subject.
    void add_numbers(const std::string& suite, const SubjectPtr& subject, size_t numbers = 0);
    // Batches of whole numbers over several threads, 2^32 bits of each operand. requires: a batch_subject.
    void add_lane_batch(const std::string& suite, const SubjectPtr& subject);
    void add_lane_calls(const std::string& suite, const SubjectPtr& subject);
    // One number alone, or as many as have 2^30 bits.
    void add_grid(const std::string& suite, const std::string& operation, int bits, bool is_alone);
    // By one mapping, or by those that the engine chooses.
    void add_pool(const std::string& suite, const PoolTask& task, const std::optional<Mapping>& only);
    void add_batch_inverse(const std::string& suite, const SubjectPtr& inverse, const Spec& spec,
                           uint32_t count);

    Kernels& kernels() { return kernels_; }
    std::vector<Request>& requests() { return requests_; }

  private:
    Request& add(const std::string& suite, const SubjectPtr& subject);

    Kernels kernels_;
    std::shared_ptr<PoolBench> pool_;  // of all measurements of pools
    std::string pool_task_;            // the last one
    uint32_t groups_ = 0;
    std::vector<Request> requests_;
};

}  // namespace limbsmith::bench
