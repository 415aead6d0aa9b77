// r = a·F^-1 mod N
#include "algorithm/group/field.hpp"
#include "catalogue/field.hpp"
#include "catalogue/lanes.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_to_plain() {
    return {.system = &NumberSystem::residues(),
            .section = Section::conversions,
            .rank = 2,
            .name = "to_plain",
            .summary = "an element as a canonical residue",
            .functions =
                [](const Spec& spec) {
                    return straight(
                        spec, &algorithm::Field::to_plain,
                        spec.is_montgomery() ? reduced_source(spec, Product::none) : "the same limbs");
                },
            .is_basic = always,
            .over_lanes = over_lanes(algorithm::group::to_plain, {"mul"})};
}

}  // namespace limbsmith::catalogue
