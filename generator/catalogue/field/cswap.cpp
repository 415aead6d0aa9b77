// r, other = b, a if condition != 0, else a, b
#include "algorithm/group/field_more.hpp"
#include "catalogue/field.hpp"
#include "catalogue/lanes.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_cswap() {
    return {.system = &NumberSystem::residues(),
            .section = Section::comparisons,
            .rank = 4,
            .name = "cswap",
            .summary = "two elements exchanged by a condition, without a branch",
            .functions =
                [](const Spec& spec) {
                    return straight(spec, &algorithm::Field::cswap, "mask from a borrow, limb by limb");
                },
            .meaning =
                [](const Spec& spec) {
                    const auto chosen = [](const char* yes, const char* no) {
                        return if_else(var("condition"), var(yes), var(no));
                    };
                    return of_residues(spec, "cswap", {"condition", "a", "b"},
                                       {{"r", chosen("b", "a")}, {"other", chosen("a", "b")}});
                },
            .over_lanes = over_lanes(algorithm::group::cswap)};
}

}  // namespace limbsmith::catalogue
