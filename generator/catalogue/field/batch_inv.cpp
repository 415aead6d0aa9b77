// r_i = a_i^-1 mod N, or 0 if a_i has no inverse
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
                    // modulo a prime only 0 has no inverse, and zeros are left out of the common product
                    return spec.modulus->is_prime()
                               ? std::vector<std::string_view>{"inv", "mul", "is_zero", "select"}
                               : std::vector<std::string_view>{"inv"};
                },
            .is_loop = true};
}

}  // namespace limbsmith::catalogue
