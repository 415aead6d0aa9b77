// r = a ^ b
#include "algorithm/group/logic.hpp"
#include "algorithm/logic.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_xor_() {
    return {.system = &NumberSystem::whole(),
            .section = Section::logic,
            .rank = 3,
            .name = "xor_",
            .summary = "bitwise exclusive or",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::bit_xor(spec.width), "limbwise", "limb by limb");
                },
            .over_lanes = over_lanes(algorithm::group::bit_xor)};
}

}  // namespace limbsmith::catalogue
