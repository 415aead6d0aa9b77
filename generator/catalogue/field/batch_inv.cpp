// r_i = a_i^-1 mod N, 0 where there is none
#include "algorithm/loop/batch_inverse.hpp"
#include "catalogue/field.hpp"
#include "catalogue/loop.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_batch_inv() {
    return {.system = &NumberSystem::residues(),
            .section = Section::inverses,
            .rank = 2,
            .name = "batch_inv",
            .summary = "many inverses, for the price of one if the modulus is prime",
            .meaning =
                [](const Spec& spec) {
                    return of_residues(spec, "batch_inv", {"a"}, inverse(var("a"), modulus_of(spec)));
                },
            .needs =
                [](const Spec& spec) {
                    // modulo a prime 0 alone has no inverse, and is left out of the product of all
                    return spec.modulus->is_prime()
                               ? std::vector<std::string_view>{"inv", "mul", "is_zero", "select"}
                               : std::vector<std::string_view>{"inv"};
                },
            .loops =
                [](const Spec& spec, ir::Library& library) {
                    const bool by_products = spec.modulus->is_known() && spec.modulus->is_prime();
                    return std::vector{
                        add(library, by_products ? loop::batch_inverse_by_products(residues(spec), library)
                                                 : loop::batch_inverse_one_by_one(residues(spec), library))};
                },
            .batch_loop = "batch_inv",
            .is_of_many = true};
}

}  // namespace limbsmith::catalogue
