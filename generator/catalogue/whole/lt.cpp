// r = 1 if a < b, else 0
#include "algorithm/group/whole.hpp"
#include "algorithm/logic.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_lt() {
    return {.system = &NumberSystem::whole(),
            .section = Section::comparisons,
            .rank = 2,
            .name = "lt",
            .summary = "1 if less, else 0",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::lt(spec.width), "carry chain",
                                    "borrow of a - b (HAC, algorithm 14.9)");
                },
            .over_lanes = over_lanes(algorithm::group::lt)};
}

}  // namespace limbsmith::catalogue
