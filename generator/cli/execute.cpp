#include "cli/execute.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>

#include "cli/device.hpp"
#include "cli/progress.hpp"
#include "cli/self_check.hpp"
#include "engine/parallel.hpp"
#include "eval/eval.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

// Compiles the header that `generate` prints with a kernel around it, and runs it on the device.
Execution on_gpu(const Batch& batch, const runtime::Device& device, const LaunchShape& shape) {
    const GpuCode code = batch.task.gpu();
    Progress progress(fmt::format("compiling {}", batch.task.operation));
    progress.show();
    runtime::BatchKernels kernels(code.kernels, {{code.header_name, code.header}}, device);
    const auto lanes = static_cast<uint32_t>(batch.task.width.lanes);
    self_check(kernels, batch.task, code);
    Execution done{runtime::Numbers(eval::result_words(batch.task.meaning), batch.count), kernels.device(),
                   0};
    runtime::BatchJob job{code.kernel, {},         done.results.words,    batch.count,
                          lanes,       code.block, shape.grid.value_or(0)};
    for (const runtime::Numbers& operand : batch.operands) job.inputs.emplace_back(operand.words);
    done.seconds = kernels.run(job);
    return done;
}

Execution on_cpu(const Batch& batch) {
    Execution done{runtime::Numbers(eval::result_words(batch.task.meaning), batch.count),
                   fmt::format("CPU interpreter, {}", counted(engine::cores(), "core")), 0};
    std::vector<eval::Column> columns;
    for (const runtime::Numbers& operand : batch.operands) {
        columns.push_back({operand.words.data(), operand.count});
    }
    Progress progress(fmt::format("{} on {}", batch.task.operation, done.device));
    std::atomic<size_t> finished = 0;
    const auto start = std::chrono::steady_clock::now();
    engine::parallel_ranges(batch.count, 1 << 11, [&] {
        return [&, worker = batch.task.make_worker()](size_t first, size_t last) {
            worker(columns, first, last, done.results.words.data(), batch.count);
            progress.report(double(finished += last - first) / double(batch.count));
        };
    });
    done.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return done;
}

}  // namespace

Execution execute(const Batch& batch, place where, const LaunchShape& shape) {
    const std::optional<runtime::Device> device = choose_device(where);
    if (!device && shape.is_given())
        fmt::print(stderr, "no CUDA device: --grid and --block, the shape of a launch, have no effect\n");
    return device ? on_gpu(batch, *device, shape) : on_cpu(batch);
}

}  // namespace limbsmith::cli
