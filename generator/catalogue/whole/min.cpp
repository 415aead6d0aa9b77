// r = the smaller of a and b
#include "algorithm/group/whole.hpp"
#include "algorithm/logic.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_min() {
    return {.system = &NumberSystem::whole(),
            .section = Section::comparisons,
            .rank = 7,
            .name = "min",
            .summary = "the smaller of two, without a branch",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::min(spec.width), "borrow chain",
                                    "borrow chain, then a selection by its mask");
                },
            .over_lanes = over_lanes(algorithm::group::min)};
}

}  // namespace limbsmith::catalogue
