// An operation on GPUs that work together, one or several: a kernel for each, and batches in chunks for all.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "session/chunks.hpp"
#include "session/device_computation.hpp"

namespace limbsmith::session {

class GpuComputations {
  public:
    // requires: there is a GPU. Throws as DeviceComputation; errors of several GPUs name theirs.
    GpuComputations(const Spec& spec, const std::string& operation, const std::vector<runtime::Device>& gpus,
                    const LaunchShape& shape = {});

    const ir::Program& meaning() const { return all_[0].meaning(); }
    // As in_chunks of chunks.hpp.
    void compute(size_t most_numbers, Stages stages, const Fill& fill, const Drain& drain);

  private:
    std::deque<DeviceComputation> all_;
};

// Whether each of the GPUs has the instructions of --map tensor; not if there is none.
bool have_tensor_cores(const std::vector<runtime::Device>& gpus);

}  // namespace limbsmith::session
