#include "operation/row.hpp"

#include <algorithm>

namespace limbsmith {

Operation row(std::string_view text, std::string_view formula, Meaning meaning) {
    Operation made{{}, formula, {}, {}, meaning};
    Operation::Values* values = &made.operands;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        if (made.name.empty())
            made.name = word;
        else if (word == "->")
            values = &made.results;
        else if (word.starts_with('#'))
            values->push_back(count_of(word.substr(1)));
        else
            values->push_back({word, false});
    }
    if (made.results.empty() && meaning) made.results = {"r"};
    return made;
}

Operation row(std::string_view text, std::string_view formula, Operation::Signs signs, Meaning meaning) {
    Operation made = row(text, formula, meaning);
    made.signs = signs;
    return made;
}

Operation row(std::string_view text, std::string_view formula, Operation::Needs needs, Meaning meaning) {
    Operation made = row(text, formula, meaning);
    made.needs = needs;
    return made;
}

Operation row(std::string_view text, std::string_view formula, Planner plan, Meaning meaning) {
    Operation made = row(text, formula, meaning);
    made.plan = plan;
    return made;
}

Operation function(std::string_view text, std::string_view formula, Planner plan, Meaning meaning) {
    Operation made = row(text, formula, plan, meaning);
    made.function = made.name;
    return made;
}

Operation function(std::string_view text, std::string_view formula, int neutral, Planner plan,
                   Meaning meaning) {
    Operation made = function(text, formula, plan, meaning);
    made.neutral = neutral;
    return made;
}

}  // namespace limbsmith
