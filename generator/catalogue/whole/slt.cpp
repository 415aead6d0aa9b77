// r = 1 if a < b in two's complement, else 0
#include "algorithm/group/logic.hpp"
#include "algorithm/logic.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_slt() {
    return {.system = &NumberSystem::whole(),
            .section = Section::comparisons,
            .rank = 3,
            .name = "slt",
            .summary = "1 if less as two's complement, else 0",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::slt(spec.width), "carry chain",
                                    "borrow of a - b with the sign bits flipped (HAC, algorithm 14.9)");
                },
            .over_lanes = over_lanes(algorithm::group::slt)};
}

}  // namespace limbsmith::catalogue
