// r = a & b
#include "algorithm/group/logic.hpp"
#include "algorithm/logic.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_and_() {
    return {.system = &NumberSystem::whole(),
            .section = Section::logic,
            .rank = 1,
            .name = "and_",
            .summary = "bitwise and",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::bit_and(spec.width), "limbwise", "limb by limb");
                },
            .over_lanes = over_lanes(algorithm::group::bit_and)};
}

}  // namespace limbsmith::catalogue
