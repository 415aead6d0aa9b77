#include "ir/contract_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace limbsmith::ir {
namespace {

std::string range(const Bound& bound, const std::string& names) {
    if (is_exact(bound)) return names + " = " + to_string(*bound.at_least);
    return (bound.at_least ? to_string(*bound.at_least) + " <= " : "") + names + " < " +
           to_string(*bound.below);
}

std::string digit_ranges_of(const auto& parameters) {
    std::string text;
    std::vector<std::string> names;
    for (size_t i = 0; i < parameters.size(); ++i) {
        const Representation& form = parameters[i].representation;
        if (!form.is_places()) continue;
        names.push_back(parameters[i].name);
        if (i + 1 < parameters.size() && parameters[i + 1].representation == form) continue;
        text += fmt::format("{}digits of {} from -{} to {}", text.empty() ? "" : "; ", fmt::join(names, ", "),
                            form.bound, form.bound);
        if (form.is_open) text += fmt::format(", the lowest from -{} to {}", form.bound - 1, form.bound - 1);
        names.clear();
    }
    return text;
}

}  // namespace

std::string digit_ranges(const std::vector<Input>& inputs) { return digit_ranges_of(inputs); }
std::string digit_ranges(const std::vector<Output>& outputs) { return digit_ranges_of(outputs); }

std::string ranges(const std::vector<Bound>& bounds, const std::function<bool(const Bound&)>& is_magnitude) {
    std::vector<std::pair<const Bound*, std::string>> groups;
    for (const Bound& bound : bounds) {
        const std::string name = is_magnitude && is_magnitude(bound) ? "|" + bound.name + "|" : bound.name;
        const auto is_same_range = [&](const auto& group) {
            return range(*group.first, "x") == range(bound, "x");
        };
        const auto group = std::ranges::find_if(groups, is_same_range);
        if (group == groups.end()) {
            groups.emplace_back(&bound, name);
        } else {
            group->second += ", " + name;
        }
    }
    std::string text;
    for (const auto& [bound, names] : groups) text += (text.empty() ? "" : "; ") + range(*bound, names);
    for (const Bound& bound : bounds) {
        if (bound.step > 1) text += fmt::format("; {} mod {} = {}", bound.name, bound.step, bound.residue);
    }
    return text;
}

std::string relations(const Invariant& invariant, const std::function<bool(const Bound&)>& is_magnitude) {
    std::string text = ranges(invariant.ranges, is_magnitude);
    for (const Relation& it : invariant.relations) {
        text +=
            (text.empty() ? "" : "; ") + fmt::format("{} = {}", to_string(*it.left), to_string(*it.right));
        if (!it.index.empty())
            text += fmt::format(" for {} <= {} < {}", to_string(*it.from), it.index, to_string(*it.below));
    }
    if (const auto& steps = invariant.steps)
        text +=
            fmt::format("{}{} are as after {} {}", text.empty() ? "" : "; ",
                        fmt::join(steps->variables, ", "), to_string(*steps->count), steps->function->name);
    return text;
}

}  // namespace limbsmith::ir
