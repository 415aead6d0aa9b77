// r = 1 if a = 0, else 0
#include "algorithm/group/field.hpp"
#include "catalogue/field.hpp"
#include "catalogue/lanes.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_is_zero() {
    return {.system = &NumberSystem::residues(),
            .section = Section::comparisons,
            .rank = 2,
            .name = "is_zero",
            .summary = "1 if zero, else 0",
            .functions =
                [](const Spec& spec) {
                    return straight(spec, &algorithm::Field::is_zero, "or of limbs, borrow of its decrement");
                },
            .meaning =
                [](const Spec& spec) {
                    return bit_of_residues(spec, "is_zero", {"a"}, equal(var("a"), ir::integer(0)));
                },
            .over_lanes = over_lanes(algorithm::group::is_zero)};
}

}  // namespace limbsmith::catalogue
