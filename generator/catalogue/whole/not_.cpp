// r = 2^(32·limbs) - 1 - a
#include "algorithm/group/logic.hpp"
#include "algorithm/logic.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_not_() {
    return {.system = &NumberSystem::whole(),
            .section = Section::logic,
            .rank = 4,
            .name = "not_",
            .summary = "bitwise complement of all limbs",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::bit_not(spec.width), "limbwise", "limb by limb");
                },
            .over_lanes = over_lanes(algorithm::group::bit_not)};
}

}  // namespace limbsmith::catalogue
