// r with r² = a mod N
#include "catalogue/field.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_sqrt() {
    return {.domain = Domain::modular,
            .section = Section::powers,
            .rank = 3,
            .name = "sqrt",
            .summary = "square root, if there is one",
            .needs =
                [](const Spec&) {
                    return std::vector<std::string_view>{"mul", "sqr", "eq", "select"};
                },
            .why_not = without_odd_prime,
            .is_loop = true};
}

}  // namespace limbsmith::catalogue
