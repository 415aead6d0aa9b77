// r = -a mod N if condition != 0, else a
#include "algorithm/group/field_more.hpp"
#include "catalogue/field.hpp"
#include "catalogue/lanes.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_cneg() {
    return {.system = &NumberSystem::residues(),
            .section = Section::sums,
            .rank = 6,
            .name = "cneg",
            .summary = "negative by a condition, without a branch",
            .functions =
                [](const Spec& spec) {
                    return straight(spec, &algorithm::Field::cneg, "N - a, selected by a mask; a for a = 0");
                },
            .meaning =
                [](const Spec& spec) {
                    return of_residues(spec, "cneg", {"condition", "a"},
                                       if_else(var("condition"), ir::integer(0) - var("a"), var("a")));
                },
            .over_lanes = over_lanes(algorithm::group::cneg, {"neg", "select"})};
}

}  // namespace limbsmith::catalogue
