// r = 2a mod N
#include "algorithm/group/field.hpp"
#include "catalogue/field.hpp"
#include "catalogue/lanes.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_dbl() {
    return {.system = &NumberSystem::residues(),
            .section = Section::sums,
            .rank = 4,
            .name = "dbl",
            .summary = "double",
            .functions =
                [](const Spec& spec) {
                    return straight(spec, &algorithm::Field::dbl, "a sum, less N unless that borrows");
                },
            .meaning =
                [](const Spec& spec) { return of_residues(spec, "dbl", {"a"}, ir::integer(2) * var("a")); },
            .is_basic = [](const Spec& spec) { return spec.is_runtime(); },
            .over_lanes = over_lanes(algorithm::group::dbl, {"add"})};
}

}  // namespace limbsmith::catalogue
