// r = the larger of a and b
#include "algorithm/group/whole.hpp"
#include "algorithm/logic.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_max() {
    return {.system = &NumberSystem::whole(),
            .section = Section::comparisons,
            .rank = 8,
            .name = "max",
            .summary = "the larger of two, without a branch",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::max(spec.width), "borrow chain",
                                    "borrow chain, then a selection by its mask");
                },
            .over_lanes = over_lanes(algorithm::group::max)};
}

}  // namespace limbsmith::catalogue
