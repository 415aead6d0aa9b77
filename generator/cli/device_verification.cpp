#include "cli/device_verification.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "cli/progress.hpp"
#include "emit/function_kernels.hpp"
#include "engine/kernels.hpp"
#include "eval/eval.hpp"
#include "eval/words.hpp"
#include "limbsmith/error.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

// Runs the kernel of one function on all cases at once, then compares case by case.
eval::Trial try_out(const Compute& device, const std::string& kernel, const ir::Program& program,
                    eval::Cases& cases) {
    std::vector<uint32_t> operands;
    for (const eval::Cases::Values& values : cases.inputs()) {
        const std::vector<uint32_t> words = eval::input_words(program, values);
        operands.insert(operands.end(), words.begin(), words.end());
    }
    const size_t count = cases.inputs().size(), words = eval::result_words(program);
    std::vector<uint32_t> results(count * words);
    device({kernel, {operands}, results, count});
    return cases.try_out(
        [&](size_t k) { return eval::output_values(program, std::span(results).subspan(k * words, words)); });
}

size_t count_wrong(const DeviceReport& report) {
    return std::ranges::count_if(report.functions,
                                 [](auto& function) { return !function.trial.wrong.empty(); });
}

}  // namespace

std::vector<DeviceVerification> verify_on(const Compute& device,
                                          const std::vector<catalogue::Function>& functions,
                                          const Tests& tests) {
    std::vector<DeviceVerification> all(functions.size());
    Progress progress("verifying on the device");
    for (size_t i = 0; i < functions.size(); ++i) {
        const ir::Program& program = functions[i].program;
        eval::Samples samples(tests.seed + i);
        eval::Cases cases(program, samples, tests.cases);
        all[i] = {functions[i].label, try_out(device, emit::function_kernel(i), program, cases)};
        progress.report(double(i + 1) / double(functions.size()));
    }
    return all;
}

DeviceReport verify_on_device(const std::string& name, const std::vector<catalogue::Function>& functions,
                              const std::string& header, const runtime::Device& on, const Tests& tests) {
    const std::string header_name = name + ".cuh";
    runtime::BatchKernels kernels(engine::function_kernels(name, header_name, functions),
                                  {{header_name, header}}, on);
    const Compute device = [&](const runtime::BatchJob& job) { kernels.compute(job); };
    return {kernels.subject(name), verify_on(device, functions, tests)};
}

std::string table(const DeviceReport& report) {
    const self_check::subject& machine = report.machine;
    std::string out = fmt::format("device: {}\ndriver: {}\ncompiler: {}\n\n", machine.device, machine.driver,
                                  machine.compiler);
    out += fmt::format("{:<18} {:>7}  {}\n", "function", "cases", "verdict");
    for (const auto& [function, trial] : report.functions)
        out += fmt::format("{:<18} {:>7}  {}\n", function, trial.cases,
                           trial.wrong.empty() ? "right" : "wrong: " + trial.wrong);
    return out + fmt::format("\n{} functions: {} wrong on this device, against GMP\n",
                             report.functions.size(), count_wrong(report));
}

nlohmann::ordered_json json(const DeviceReport& report) {
    nlohmann::ordered_json out = {{"version", LIMBSMITH_VERSION},
                                  {"device", report.machine.device},
                                  {"driver", report.machine.driver},
                                  {"compiler", report.machine.compiler},
                                  {"functions", nlohmann::ordered_json::array()}};
    for (const auto& [function, trial] : report.functions) {
        out["functions"].push_back({{"name", function},
                                    {"cases", trial.cases},
                                    {"verdict", trial.wrong.empty() ? "right" : "wrong"},
                                    {"reason", trial.wrong}});
    }
    out["totals"] = {{"functions", report.functions.size()}, {"wrong", count_wrong(report)}};
    return out;
}

void require_right(const DeviceReport& report) {
    const auto is_wrong = [](const DeviceVerification& function) { return !function.trial.wrong.empty(); };
    const auto first = std::ranges::find_if(report.functions, is_wrong);
    if (first == report.functions.end()) return;
    throw Error(Exit::refuted,
                fmt::format("{} of {} functions are wrong on this device; {}: {} (device: {}, driver: {}, "
                            "compiler: {})",
                            count_wrong(report), report.functions.size(), first->name, first->trial.wrong,
                            report.machine.device, report.machine.driver, report.machine.compiler));
}

}  // namespace limbsmith::cli
