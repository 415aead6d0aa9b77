// Runs a batch in chunks where --device says: on a GPU or on all, or on the host by the interpreter or GMP.
#pragma once

#include <optional>
#include <vector>

#include "cli/batch.hpp"
#include "cli/device.hpp"
#include "cli/progress.hpp"
#include "session/chunks.hpp"
#include "session/gpu_computations.hpp"

namespace limbsmith::cli {

// On the host GMP computes where the interpreter would take more than about a second for all and GMP is faster, unless the
// interpreter is asked for. GMP needs a contract that determines the results, as almost all do.
class Executor {
  public:
    // Throws NoDevice if a GPU is asked for and there is none.
    // `shape`: of the launch on a GPU; where there is none, a line on stderr says that it has no effect.
    explicit Executor(Means means, const session::LaunchShape& shape = {});

    bool has_gpu() const { return !gpus_.empty(); }
    size_t gpus() const { return gpus_.size(); }
    bool has_tensor_cores() const { return session::have_tensor_cores(gpus_); }
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
    std::vector<runtime::Device> gpus_;
    std::optional<session::GpuComputations> on_gpus_;
};

}  // namespace limbsmith::cli
