// r = a if condition != 0, else b
#include "algorithm/group/field.hpp"
#include "catalogue/field.hpp"
#include "catalogue/lanes.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_select() {
    return {.system = &NumberSystem::residues(),
            .section = Section::comparisons,
            .rank = 3,
            .name = "select",
            .summary = "one of two by a condition, without a branch",
            .functions =
                [](const Spec& spec) {
                    return straight(spec, &algorithm::Field::select, "mask from a borrow, limb by limb");
                },
            .meaning =
                [](const Spec& spec) {
                    return of_residues(spec, "select", {"condition", "a", "b"},
                                       if_else(var("condition"), var("a"), var("b")));
                },
            .over_lanes = over_lanes(algorithm::group::select)};
}

}  // namespace limbsmith::catalogue
