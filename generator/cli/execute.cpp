#include "cli/execute.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace limbsmith::cli {

Executor::Executor(Means means, const session::LaunchShape& shape)
    : means_(means), shape_(shape), device_(choose_device(means.where)) {
    if (!device_ && shape.is_given())
        fmt::print(stderr, "no CUDA device: --grid and --block, the shape of a launch, have no effect\n");
}

void Executor::compile(const Task& task) {
    if (!device_) return;
    const Progress progress(fmt::format("compiling {}", task.operation));
    on_device_.emplace(task.spec, task.operation, *device_, shape_);
}

Execution Executor::run(const Batch& batch, Progress& progress) {
    if (!on_device_ && !on_host_) on_host_.emplace(batch.task.host);
    runtime::Numbers results(eval::result_words(batch.task.meaning), batch.count);
    uint32_t* const to = results.words.data();
    const std::vector<eval::Column> operands = columns_of(batch);
    const auto tell = [&](double share, const std::string&) { progress.report(share); };
    const auto [by, seconds] = on_device_          ? on_device_->compute(operands, batch.count, to)
                               : means_.interprets ? on_host_->interpret(operands, batch.count, to, tell)
                                                   : on_host_->compute(operands, batch.count, to, tell);
    return {std::move(results), by, seconds};
}

}  // namespace limbsmith::cli
