// r, other = b, a if condition != 0, else a, b
#include "algorithm/group/logic.hpp"
#include "algorithm/logic.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_cswap() {
    return {.system = &NumberSystem::whole(),
            .section = Section::comparisons,
            .rank = 6,
            .name = "cswap",
            .summary = "two numbers exchanged by a condition, without a branch",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::cswap(spec.width), "limbwise",
                                    "mask from a borrow, limb by limb");
                },
            .over_lanes = over_lanes(algorithm::group::cswap)};
}

}  // namespace limbsmith::catalogue
