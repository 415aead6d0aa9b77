// r = 1 if a = 0, else 0
#include "algorithm/group/whole.hpp"
#include "algorithm/logic.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_is_zero() {
    return {.system = &NumberSystem::whole(),
            .section = Section::comparisons,
            .rank = 4,
            .name = "is_zero",
            .summary = "1 if zero, else 0",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::is_zero(spec.width), "or of limbs",
                                    "or of limbs, borrow of its decrement");
                },
            .over_lanes = over_lanes(algorithm::group::is_zero)};
}

}  // namespace limbsmith::catalogue
