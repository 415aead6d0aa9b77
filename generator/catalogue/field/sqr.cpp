// r = a²·F^-1 mod N
#include "algorithm/group/field.hpp"
#include "algorithm/group/montgomery.hpp"
#include "catalogue/field.hpp"
#include "catalogue/loop.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_sqr() {
    return {
        .system = &NumberSystem::residues(),
        .section = Section::products,
        .rank = 2,
        .name = "sqr",
        .summary = "square",
        .functions =
            [](const Spec& spec) { return one_product(spec, &algorithm::Field::sqr, Product::square); },
        .meaning = [](const Spec& spec) { return of_residues(spec, "sqr", {"a"}, var("a") * var("a")); },
        .is_basic = [](const Spec& spec) { return !spec.powers.empty(); },
        .reduces = Operation::Reduces::products,
        .limb_products = [](const Spec& spec) { return spec.width.limbs() * (spec.width.limbs() + 1) / 2.0; },
        .over_lanes = {.routines =
                           [](const Spec& spec, ir::Library& library) {
                               const loop::Residues modulo = residues(spec);
                               const auto group = algorithm::group::group_of(modulo);
                               return std::vector{
                                   add(library, algorithm::group::montgomery_square(group, library)),
                                   add(library, algorithm::group::sqr(modulo, library))};
                           },
                       .parts = {"montgomery_square"},
                       .of_one_modulus = algorithm::tensor::Batched::sqr},
    };
}

}  // namespace limbsmith::catalogue
