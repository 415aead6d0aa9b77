#include "cli/execute.hpp"

#include <fmt/format.h>

#include <vector>

#include "cli/device.hpp"
#include "cli/self_check.hpp"
#include "eval/eval.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
// The header that `generate` prints, with a kernel around it.
struct Executor::Compiled {
    GpuCode code;
    runtime::BatchKernels kernels;

    Compiled(const Task& task, const runtime::Device& device)
        : code(task.gpu()), kernels(code.kernels, {{code.header_name, code.header}}, device) {
        self_check(kernels, task, code);
    }
};

Executor::Executor(Means means, const LaunchShape& shape)
    : means_(means), shape_(shape), device_(choose_device(means.where)) {
    if (!device_ && shape.is_given())
        fmt::print(stderr, "no CUDA device: --grid and --block, the shape of a launch, have no effect\n");
}
Executor::~Executor() = default;

Execution Executor::run(const Batch& batch, Progress& progress) {
    return device_ ? on_gpu(batch) : on_cpu(batch, progress);
}

void Executor::compile(const Task& task) {
    if (!device_) return;
    const Progress progress(fmt::format("compiling {}", task.operation));
    compiled_ = std::make_unique<Compiled>(task, *device_);
}

Execution Executor::on_gpu(const Batch& batch) {
    runtime::BatchKernels& kernels = compiled_->kernels;
    const GpuCode& code = compiled_->code;
    Execution done{runtime::Numbers(eval::result_words(batch.task.meaning), batch.count), kernels.device(),
                   0};
    const auto lanes = static_cast<uint32_t>(batch.task.width.lanes());
    runtime::BatchJob job{code.kernel, {},         done.results.words,     batch.count,
                          lanes,       code.block, shape_.grid.value_or(0)};
    for (const runtime::Numbers& operand : batch.operands) job.inputs.emplace_back(operand.words);
    done.seconds = kernels.run(job);
    return done;
}

Execution Executor::on_cpu(const Batch& batch, Progress& progress) {
    if (!host_) host_.emplace(batch.task.host);
    Execution done{runtime::Numbers(eval::result_words(batch.task.meaning), batch.count), {}, 0};
    const std::vector<eval::Column> columns = columns_of(batch);
    const auto tell = [&](double share, const std::string&) { progress.report(share); };
    uint32_t* const result = done.results.words.data();
    const auto [by, seconds] = means_.interprets ? host_->interpret(columns, batch.count, result, tell)
                                                 : host_->compute(columns, batch.count, result, tell);
    done.device = by, done.seconds = seconds;
    return done;
}

}  // namespace limbsmith::cli
