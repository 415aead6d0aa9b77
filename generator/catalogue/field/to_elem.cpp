// r = x·F mod N
#include "algorithm/group/field.hpp"
#include "catalogue/field.hpp"
#include "catalogue/lanes.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_to_elem() {
    return {.system = &NumberSystem::residues(),
            .section = Section::conversions,
            .rank = 1,
            .name = "to_elem",
            .summary = "a canonical residue as an element, in the form of the arithmetic",
            .functions =
                [](const Spec& spec) {
                    return straight(
                        spec, &algorithm::Field::to_elem,
                        spec.is_montgomery() ? reduced_source(spec, Product::product) : "the same limbs");
                },
            .is_basic = always,
            .reduces = Operation::Reduces::constants,
            .over_lanes = over_lanes(algorithm::group::to_elem, {"mul"})};
}

}  // namespace limbsmith::catalogue
