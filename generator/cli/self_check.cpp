#include "cli/self_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace limbsmith::cli {
namespace {

constexpr size_t least_cases = 8;  // however long they take
// Fewer of long numbers at a time.
size_t step_of(Width width) {
    return std::clamp<size_t>((size_t{1} << 13) / static_cast<size_t>(width.limbs()), 1, 256);
}
// A multiple of the step.
size_t most_of(Width width) { return 16 * std::max<size_t>(step_of(width), least_cases); }
constexpr std::chrono::milliseconds budget{50};

// Computes the first cases with the interpreter, as many as time allows; returns their number.
size_t interpret(const Task& task, const DeviceCases& cases, std::vector<uint32_t>& results) {
    std::vector<eval::Column> columns;
    for (const std::vector<uint32_t>& column : cases.columns) columns.push_back({column.data(), cases.count});
    const session::HostComputation::Worker worker = task.host.worker();
    const auto start = std::chrono::steady_clock::now();
    const size_t step = step_of(task.width);
    size_t done = 0;
    while (done < cases.count && (done < least_cases || std::chrono::steady_clock::now() - start < budget)) {
        worker(columns, done, done + step, results.data(), cases.count);
        done += step;
    }
    return done;
}

}  // namespace

std::string difference(const Task& task, const std::string& kernel, const Compute& device) {
    const ir::Program& program = task.meaning;
    eval::Samples samples(1);
    const eval::Cases cases(program, samples, most_of(task.width));
    DeviceCases on_device(program, cases), on_host = on_device;
    on_device.compute_on(device, kernel);
    const size_t checked = interpret(task, on_host, on_host.results);
    for (size_t k = 0; k < checked; ++k) {
        const auto found = on_device.outputs(program, k), wanted = on_host.outputs(program, k);
        if (found == wanted) continue;
        return fmt::format(
            "for {} the device gives {}, the host {}", eval::named_values(program.inputs, cases.inputs()[k]),
            eval::named_values(program.outputs, found), eval::named_values(program.outputs, wanted));
    }
    return {};
}

std::string difference_from_contract(const Task& task, const std::string& kernel, const Compute& device) {
    const ir::Program& program = task.meaning;
    eval::Samples samples(1);
    eval::Cases cases(program, samples, std::max(step_of(task.width), least_cases));
    DeviceCases on_device(program, cases);
    on_device.compute_on(device, kernel);
    return cases.try_out([&](size_t k) { return on_device.outputs(program, k); }).wrong;
}

void self_check(runtime::BatchKernels& kernels, const Task& task, const GpuCode& code) {
    check::subject subject = kernels.subject(code.kernel);
    subject.function = task.title;
    if (!subject.is_due()) return;
    const Compute compute = [&](runtime::BatchJob job) {
        job.lanes = static_cast<uint32_t>(task.width.lanes());
        job.block = code.block;
        kernels.compute(job);
    };
    subject.conclude(task.width.mapping.is_group() ? difference_from_contract(task, code.kernel, compute)
                                                   : difference(task, code.kernel, compute));
}

}  // namespace limbsmith::cli
