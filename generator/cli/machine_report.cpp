#include "cli/machine_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

bool is_wrong(const MachineCode& code) { return !code.trial.wrong.empty(); }

const char* verdict(const MachineCode& code) { return is_wrong(code) ? "wrong" : "right"; }

size_t count_wrong(const MachineReport& report) {
    return static_cast<size_t>(std::ranges::count_if(report.code, is_wrong));
}

size_t cases(const MachineReport& report) {
    size_t sum = 0;
    for (const MachineCode& code : report.code) sum += code.trial.cases;
    return sum;
}

}  // namespace

std::string table(const MachineReport& report) {
    constexpr auto columns = "{:<18} {:<8} {:>12} {:>7}  {}\n";
    std::string out = fmt::format(columns, "function", "arch", "instructions", "cases", "verdict");
    for (const MachineCode& code : report.code) {
        out += fmt::format(columns, code.function, code.architecture, code.instructions, code.trial.cases,
                           is_wrong(code) ? "wrong: " + code.trial.wrong : "right");
    }
    return out + fmt::format("\n{} functions by ptxas {}: {} right, {} wrong; {} cases against GMP\n",
                             report.code.size(), report.compiler, report.code.size() - count_wrong(report),
                             count_wrong(report), cases(report));
}

std::string json(const MachineReport& report) {
    nlohmann::ordered_json out = {{"version", LIMBSMITH_VERSION}};
    out.update(report.subject);
    out["compiler"] = "ptxas " + report.compiler;
    out["functions"] = nlohmann::ordered_json::array();
    for (const MachineCode& code : report.code) {
        out["functions"].push_back({{"name", code.function},
                                    {"arch", code.architecture},
                                    {"instructions", code.instructions},
                                    {"cases", code.trial.cases},
                                    {"verdict", verdict(code)},
                                    {"reason", code.trial.wrong}});
    }
    out["totals"] = {{"functions", report.code.size()},
                     {"right", report.code.size() - count_wrong(report)},
                     {"wrong", count_wrong(report)},
                     {"cases", cases(report)}};
    return out.dump(2) + "\n";
}

void require_right(const MachineReport& report) {
    const auto first = std::ranges::find_if(report.code, is_wrong);
    if (first == report.code.end()) return;
    throw Error(
        Exit::refuted,
        fmt::format("{} of {} functions are wrong as ptxas {} compiles them, the first: {} for {}: {}",
                    count_wrong(report), report.code.size(), report.compiler, first->function,
                    first->architecture, first->trial.wrong));
}

}  // namespace limbsmith::cli
