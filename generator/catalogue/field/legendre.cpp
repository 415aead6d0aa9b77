// r = 1 if a is a non-zero square mod N, -1 if it is not a square, 0 if a = 0
#include "catalogue/field.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_legendre() {
    return {.domain = Domain::modular,
            .section = Section::powers,
            .rank = 2,
            .name = "legendre",
            .summary = "Legendre symbol: 1, -1 or 0",
            .needs =
                [](const Spec&) {
                    return std::vector<std::string_view>{"mul", "sqr", "eq", "is_zero"};
                },
            .why_not = without_odd_prime,
            .is_loop = true};
}

}  // namespace limbsmith::catalogue
