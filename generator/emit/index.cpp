#include "emit/index.hpp"

#include <fmt/ranges.h>

#include <set>

#include "plan/cost.hpp"
#include "spec/error.hpp"

namespace limbsmith::emit {
namespace {

std::string line(const std::string& name, const std::string& text) {
    return fmt::format("{:<20} {}", name, text);
}

std::string cost_text(const ir::Program& program) {
    const plan::Cost cost = plan::cost(program);
    std::string text = counted(cost.instructions, "instruction");
    if (cost.wide_products > 0) text += ", " + counted(cost.wide_products, "wide product");
    return text;
}

}  // namespace

std::vector<std::string> index(const std::vector<catalogue::Function>& functions,
                               const catalogue::Loops& loops) {
    std::vector<std::string> lines;
    for (const catalogue::Function& function : functions) {
        if (!function.is_part) lines.push_back(line(function.label, cost_text(function.program)));
    }
    std::set<std::string> names;
    for (const std::string& key : loops.keys) {
        const ir::Routine& loop = loops[key];
        if (!names.insert(loop.name).second) continue;
        const std::vector<std::string> calls = catalogue::calls(loop);
        lines.push_back(
            line(loop.name, calls.empty() ? "a loop" : fmt::format("a loop of {}", fmt::join(calls, ", "))));
    }
    return lines;
}

}  // namespace limbsmith::emit
