#include "cli/execute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

#include "cli/by_gmp.hpp"
#include "cli/device.hpp"
#include "cli/self_check.hpp"
#include "engine/parallel.hpp"
#include "eval/eval.hpp"
#include "eval/routine.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

using Clock = std::chrono::steady_clock;

// How long the interpreter may take for the first line, and for all, before GMP computes instead.
constexpr std::chrono::milliseconds time_of_first{100}, time_of_all{1000};

std::vector<eval::Column> columns_of(const Batch& batch) {
    std::vector<eval::Column> columns;
    for (const runtime::Numbers& operand : batch.operands)
        columns.push_back({operand.words.data(), operand.count});
    return columns;
}

// Throws eval::OutOfTime at the end that is given.
Execution by_interpreter(const Batch& batch, std::optional<Clock::time_point> end, Progress& progress) {
    Execution done{runtime::Numbers(eval::result_words(batch.task.meaning), batch.count),
                   fmt::format("CPU interpreter, {}", counted(engine::cores(), "core")), 0};
    const std::vector<eval::Column> columns = columns_of(batch);
    std::atomic<size_t> finished = 0;
    const size_t step = std::clamp<size_t>(batch.count / engine::cores(), 1, 1 << 11);
    const auto start = Clock::now();
    engine::parallel_ranges(batch.count, step, [&] {
        return [&, worker = batch.task.make_worker(end)](size_t first, size_t last) {
            worker(columns, first, last, done.results.words.data(), batch.count);
            progress.report(double(finished += last - first) / double(batch.count));
        };
    });
    done.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return done;
}

// Whether the interpreter computes the first line quickly.
bool is_quick(const Batch& batch) {
    if (batch.count == 0) return true;
    runtime::Numbers result(eval::result_words(batch.task.meaning), 1);
    const Worker worker = batch.task.make_worker(Clock::now() + time_of_first);
    try {
        worker(columns_of(batch), 0, 1, result.words.data(), 1);
        return true;
    } catch (const eval::OutOfTime&) {
        return false;
    }
}

}  // namespace

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
    : means_(means), shape_(shape), device_(choose_device(means.where)), left_(time_of_all) {
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
    const auto lanes = static_cast<uint32_t>(batch.task.width.lanes);
    runtime::BatchJob job{code.kernel, {},         done.results.words,     batch.count,
                          lanes,       code.block, shape_.grid.value_or(0)};
    for (const runtime::Numbers& operand : batch.operands) job.inputs.emplace_back(operand.words);
    done.seconds = kernels.run(job);
    return done;
}

Execution Executor::on_cpu(const Batch& batch, Progress& progress) {
    if (means_.interprets) return by_interpreter(batch, std::nullopt, progress);
    if (left_.count() > 0 && (is_begun_ || is_quick(batch))) {
        is_begun_ = true;
        try {
            const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(left_);
            Execution done = by_interpreter(batch, end, progress);
            left_ -= std::chrono::duration<double>(done.seconds);
            return done;
        } catch (const eval::OutOfTime&) {  // GMP computes
        }
    }
    left_ = {};
    if (std::optional<Execution> done = by_gmp(batch, progress)) return std::move(*done);
    return by_interpreter(batch, std::nullopt, progress);
}

}  // namespace limbsmith::cli
