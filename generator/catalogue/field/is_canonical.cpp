// r = 1 if x < N, else 0
#include "algorithm/group/field_more.hpp"
#include "catalogue/field.hpp"
#include "catalogue/lanes.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_is_canonical() {
    return {.system = &NumberSystem::residues(),
            .section = Section::conversions,
            .rank = 3,
            .name = "is_canonical",
            .summary = "1 if a plain number is below N, else 0",
            .functions =
                [](const Spec& spec) {
                    return straight(spec, &algorithm::Field::is_canonical, "borrow of x - N");
                },
            .is_basic = always,
            .over_lanes = over_lanes(algorithm::group::is_canonical)};
}

}  // namespace limbsmith::catalogue
