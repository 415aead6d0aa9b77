// r = -a mod 2^(32·limbs)
#include "algorithm/add_sub.hpp"
#include "algorithm/group/logic.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_neg() {
    return {.system = &NumberSystem::whole(),
            .section = Section::sums,
            .rank = 3,
            .name = "neg",
            .summary = "two's complement negation",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::neg(spec.width), "carry chain",
                                    "borrow chain (HAC, algorithm 14.9)");
                },
            .over_lanes = over_lanes(algorithm::group::neg)};
}

}  // namespace limbsmith::catalogue
