// r = -a mod 2^(32·limbs) if condition != 0, else a
#include "algorithm/add_sub.hpp"
#include "algorithm/group/logic.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_cneg() {
    return {.system = &NumberSystem::whole(),
            .section = Section::sums,
            .rank = 4,
            .name = "cneg",
            .summary = "negation by a condition, without a branch",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::cneg(spec.width), "carry chain",
                                    "borrow chain (HAC, algorithm 14.9), selected by a mask");
                },
            .over_lanes = over_lanes(algorithm::group::cneg)};
}

}  // namespace limbsmith::catalogue
