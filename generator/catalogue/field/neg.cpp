// r = -a mod N
#include "algorithm/group/field.hpp"
#include "catalogue/field.hpp"
#include "catalogue/lanes.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_neg() {
    return {.system = &NumberSystem::residues(),
            .section = Section::sums,
            .rank = 3,
            .name = "neg",
            .summary = "negative",
            .functions =
                [](const Spec& spec) {
                    return straight(spec, &algorithm::Field::neg, "N - a, masked to 0 for a = 0");
                },
            .meaning =
                [](const Spec& spec) { return of_residues(spec, "neg", {"a"}, ir::integer(0) - var("a")); },
            .over_lanes = over_lanes(algorithm::group::neg, {"sub"})};
}

}  // namespace limbsmith::catalogue
