#include "emit/routine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "emit/comment_lines.hpp"
#include "emit/routine_text.hpp"
#include "ir/contract_text.hpp"

namespace limbsmith::emit {
namespace {

// The distance between the elements of a strided array.
constexpr const char* stride_parameter = "long long stride = 1";

bool is_read_member(const ir::Routine& routine, const std::string& name) {
    return std::ranges::any_of(routine.variables, [&](const ir::Variable& it) {
        return it.is_member() && it.role == ir::Variable::Role::input && it.name == name;
    });
}

std::string parameter_text(const ir::Variable& it) {
    const bool is_input = it.role == ir::Variable::Role::input;
    const std::string type = value_type(it);
    if (it.is_array()) return fmt::format("{}{}* {}", is_input ? "const " : "", type, it.name);
    if (is_input && it.kind != ir::Variable::Kind::number) return fmt::format("{} {}", type, it.name);
    return fmt::format("{}{}& {}", is_input ? "const " : "", type, it.name);
}

}  // namespace

std::string comment(const ir::Routine& routine) {
    std::string out;
    const auto add = [&](const std::string& text) {
        for (const std::string& it : comment_lines(text, 0)) out += it + "\n";
    };
    for (const std::string& it : routine.text) add(it);
    // make_modulus ensures the preconditions on members
    std::vector<ir::Bound> own;
    std::ranges::remove_copy_if(routine.contract.requires_, std::back_inserter(own),
                                [&](const ir::Bound& bound) { return is_read_member(routine, bound.name); });
    if (!own.empty()) add("requires: " + ir::ranges(own));
    if (!routine.contract.ensures.empty()) add("ensures: " + ir::ranges(routine.contract.ensures));
    if (!routine.source.empty()) add("source: " + routine.source);
    if (!routine.bound.empty()) add("turns: " + routine.bound);
    return out;
}

std::string declaration(const ir::Routine& routine) {
    std::string parameters;
    const auto add = [&](const std::string& text) { parameters += (parameters.empty() ? "" : ", ") + text; };
    bool has_modulus = false, has_stride = false;
    for (int id : routine.parameters) {
        const ir::Variable& it = routine.variables[id];
        has_stride |= it.many == ir::Variable::Many::strided;
        if (!it.is_member()) {
            add(parameter_text(it));
        } else if (!std::exchange(has_modulus, true)) {
            add(fmt::format("{}modulus& {}", it.role == ir::Variable::Role::input ? "const " : "",
                            modulus_name));
        }
    }
    if (has_stride) add(stride_parameter);
    const std::string result = routine.result ? value_type(routine.variables[*routine.result]) : "void";
    return fmt::format("{} {}({})", result, routine.name, parameters);
}

std::string routine(const ir::Routine& routine, const ir::Library& library, const PartNames& parts) {
    return fmt::format("{}LIMBSMITH_FN {} {{\n{}}}\n", comment(routine), declaration(routine),
                       RoutineText(routine, library, parts).body());
}

}  // namespace limbsmith::emit
