// Runs a batch where --device says: on a GPU, or on the host by the interpreter or GMP.
#pragma once

#include <optional>
#include <string>

#include "cli/batch.hpp"
#include "cli/device.hpp"
#include "cli/progress.hpp"
#include "session/device_computation.hpp"
#include "spec/mapping.hpp"

namespace limbsmith::cli {

struct Execution {
    runtime::Numbers results;
    std::string device;  // `NVIDIA H200`, `CPU interpreter, 2 cores`, `CPU by GMP, 2 cores`
    double seconds = 0;  // of the kernel, of the interpreter, or of GMP
};

// On the host GMP computes where the interpreter would take more than about a second for all, unless that is asked for; it
// needs a contract that determines the results, as almost all do.
class Executor {
  public:
    // Throws NoDevice if a GPU is asked for and there is none.
    // `shape`: of the launch on a GPU; where there is none, a line on stderr says that it has no effect.
    explicit Executor(Means means, const session::LaunchShape& shape = {});

    bool has_gpu() const { return device_.has_value(); }
    bool has_tensor_cores() const {
        return device_ && has_mapping(Mapping::tensor(), device_->major(), device_->minor());
    }
    // To be called before `run`. Throws as DeviceComputation.
    void compile(const Task& task);
    // The next lines of the task. requires: session::require_shape has accepted the shape for them.
    Execution run(const Batch& batch, Progress& progress);

  private:
    Means means_;
    session::LaunchShape shape_;
    std::optional<runtime::Device> device_;
    std::optional<session::DeviceComputation> on_device_;
    std::optional<session::HostComputation> on_host_;
};

}  // namespace limbsmith::cli
