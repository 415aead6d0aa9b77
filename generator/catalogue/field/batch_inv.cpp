// r_i = a_i^-1 mod N, 0 where there is none
#include "catalogue/field.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_batch_inv() {
    return {.domain = Domain::modular,
            .section = Section::inverses,
            .rank = 2,
            .name = "batch_inv",
            .summary = "many inverses, for the price of one if the modulus is prime",
            .needs =
                [](const Spec& spec) {
                    // modulo a prime 0 alone has no inverse, and is left out of the product of all
                    return spec.modulus->is_prime()
                               ? std::vector<std::string_view>{"inv", "mul", "is_zero", "select"}
                               : std::vector<std::string_view>{"inv"};
                },
            .is_loop = true};
}

}  // namespace limbsmith::catalogue
