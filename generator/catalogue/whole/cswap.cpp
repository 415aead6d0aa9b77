// r, other = b, a if condition != 0, else a, b
#include "algorithm/logic.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_cswap() {
    return {.domain = Domain::whole,
            .section = Section::comparisons,
            .rank = 6,
            .name = "cswap",
            .summary = "two numbers exchanged by a condition, without a branch",
            .functions = [](const Spec& spec) {
                return straight(algorithm::cswap(spec.width), "limbwise", "mask from a borrow, limb by limb");
            }};
}

}  // namespace limbsmith::catalogue
