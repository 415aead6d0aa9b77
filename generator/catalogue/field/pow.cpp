// r = a^exponent mod N
#include "catalogue/field.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_pow() {
    return {.domain = Domain::modular,
            .section = Section::powers,
            .rank = 1,
            .name = "pow",
            .summary = "power; pow_secret takes the same steps for every exponent",
            .meaning =
                [](const Spec& spec) {
                    return of_residues(spec, "pow", {"a", "exponent"},
                                       power(var("a"), var("exponent"), modulus_of(spec)));
                },
            .needs =
                [](const Spec&) {
                    return std::vector<std::string_view>{"mul", "sqr", "select"};
                },
            .is_loop = true};
}

}  // namespace limbsmith::catalogue
