// r = 1 if a = b, else 0
#include "algorithm/group/field.hpp"
#include "catalogue/field.hpp"
#include "catalogue/lanes.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_eq() {
    return {.system = &NumberSystem::residues(),
            .section = Section::comparisons,
            .rank = 1,
            .name = "eq",
            .summary = "1 if equal, else 0",
            .functions =
                [](const Spec& spec) {
                    return straight(spec, &algorithm::Field::eq,
                                    "or of differing limbs, borrow of its decrement");
                },
            .meaning =
                [](const Spec& spec) {
                    return bit_of_residues(spec, "eq", {"a", "b"}, equal(var("a"), var("b")));
                },
            .over_lanes = over_lanes(algorithm::group::eq)};
}

}  // namespace limbsmith::catalogue
