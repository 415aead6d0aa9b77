// r = a | b
#include "algorithm/group/logic.hpp"
#include "algorithm/logic.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_or_() {
    return {.system = &NumberSystem::whole(),
            .section = Section::logic,
            .rank = 2,
            .name = "or_",
            .summary = "bitwise or",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::bit_or(spec.width), "limbwise", "limb by limb");
                },
            .over_lanes = over_lanes(algorithm::group::bit_or)};
}

}  // namespace limbsmith::catalogue
