// Runs a batch in chunks where --device says: on a GPU, or on the host by the interpreter or GMP.
#pragma once

#include <optional>

#include "cli/batch.hpp"
#include "cli/device.hpp"
#include "cli/progress.hpp"
#include "session/chunks.hpp"
#include "session/device_computation.hpp"
#include "spec/mapping.hpp"

namespace limbsmith::cli {

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
    // How many lines a chunk should have.
    size_t lines_of_chunk(const Task& task) const;
    // To be called before `run`. Throws as DeviceComputation.
    void compile(const Task& task);
    // All chunks of the task, of up to `most` lines. requires: session::require_shape has accepted the shape for them. Throws as
    // `fill` and `drain`.
    void run(const Task& task, size_t most, session::Stages stages, Progress& progress,
             const session::Fill& fill, const session::Drain& drain);

  private:
    Means means_;
    session::LaunchShape shape_;
    std::optional<runtime::Device> device_;
    std::optional<session::DeviceComputation> on_device_;
};

}  // namespace limbsmith::cli
