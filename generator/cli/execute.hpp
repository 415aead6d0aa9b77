// Runs a batch: the emitted code on a GPU; or on all cores of the host its program in the interpreter, or GMP.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/batch.hpp"
#include "cli/device.hpp"
#include "cli/launch_shape.hpp"
#include "cli/progress.hpp"

namespace limbsmith::cli {

struct Execution {
    runtime::Numbers results;
    std::string device;  // `NVIDIA H200`, `CPU interpreter, 2 cores`, `CPU by GMP, 2 cores`
    double seconds = 0;  // of the kernel, of the interpreter, or of GMP
};

// On the host GMP computes where the interpreter would take more than about a second for all, unless that is asked for; it
// needs a contract that says what the results are, as almost all do.
class Executor {
  public:
    // Throws NoDevice if a GPU is asked for and there is none.
    // `shape`: of the launch on a GPU; where there is none, a line on stderr says that it has no effect.
    explicit Executor(Means means, const LaunchShape& shape = {});
    ~Executor();
    Executor(const Executor&) = delete;
    Executor& operator=(const Executor&) = delete;

    bool has_gpu() const { return device_.has_value(); }
    // To be called before `run`. requires: the task was parsed with the shape's block. Throws WrongResult if device and
    // interpreter differ (self_check).
    void compile(const Task& task);
    // The next lines of the task. requires: require_shape has accepted the shape for them.
    Execution run(const Batch& batch, Progress& progress);

  private:
    struct Compiled;
    Execution on_gpu(const Batch& batch);
    Execution on_cpu(const Batch& batch, Progress& progress);

    Means means_;
    LaunchShape shape_;
    std::optional<runtime::Device> device_;
    std::unique_ptr<Compiled> compiled_;
    std::optional<session::HostComputation> host_;
};

}  // namespace limbsmith::cli
