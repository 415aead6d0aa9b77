// r = a·b·F^-1 mod N
#include "algorithm/group/field.hpp"
#include "algorithm/group/montgomery.hpp"
#include "catalogue/field.hpp"
#include "catalogue/loop.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_mul() {
    return {
        .system = &NumberSystem::residues(),
        .section = Section::products,
        .rank = 1,
        .name = "mul",
        .summary = "product",
        .functions =
            [](const Spec& spec) { return one_product(spec, &algorithm::Field::mul, Product::product); },
        .meaning =
            [](const Spec& spec) {
                return of_residues(spec, "mul", {"a", "b"}, var("a") * var("b"));
            },
        .is_basic = [](const Spec& spec) { return !spec.powers.empty(); },
        .reduces = Operation::Reduces::products,
        .limb_products = [](const Spec& spec) { return 1.0 * spec.width.limbs() * spec.width.limbs(); },
        .over_lanes = {.routines =
                           [](const Spec& spec, ir::Library& library) {
                               const loop::Residues modulo = residues(spec);
                               const auto group = algorithm::group::group_of(modulo);
                               return std::vector{
                                   add(library, algorithm::group::montgomery_product(group, library)),
                                   add(library, algorithm::group::mul(modulo, library))};
                           },
                       .parts = {"montgomery_product"},
                       .of_one_modulus = algorithm::tensor::Batched::mul},
    };
}

}  // namespace limbsmith::catalogue
