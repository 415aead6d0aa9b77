// r = a·2^count mod 2^(32·limbs)
#include "algorithm/group/shift.hpp"
#include "algorithm/logic.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_shl() {
    return {.system = &NumberSystem::whole(),
            .section = Section::shifts,
            .rank = 1,
            .name = "shl",
            .summary = "left shift by a run-time count",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::shl(spec.width), "barrel",
                                    "barrel of word selections, then funnel shifts");
                },
            .over_lanes = over_lanes(algorithm::group::shl)};
}

}  // namespace limbsmith::catalogue
