// r = a if condition != 0, else b
#include "algorithm/group/whole.hpp"
#include "algorithm/logic.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_select() {
    return {.system = &NumberSystem::whole(),
            .section = Section::comparisons,
            .rank = 5,
            .name = "select",
            .summary = "one of two numbers by a condition, without a branch",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::select(spec.width), "limbwise",
                                    "mask from a borrow, limb by limb");
                },
            .over_lanes = over_lanes(algorithm::group::select)};
}

}  // namespace limbsmith::catalogue
