// r = 1 if a = b, else 0
#include "algorithm/group/whole.hpp"
#include "algorithm/logic.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_eq() {
    return {.system = &NumberSystem::whole(),
            .section = Section::comparisons,
            .rank = 1,
            .name = "eq",
            .summary = "1 if equal, else 0",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::eq(spec.width), "or of limbs",
                                    "or of limbs, borrow of its decrement");
                },
            .over_lanes = over_lanes(algorithm::group::eq)};
}

}  // namespace limbsmith::catalogue
