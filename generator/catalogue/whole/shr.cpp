// r = floor(a / 2^count)
#include "algorithm/group/shift.hpp"
#include "algorithm/logic.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_shr() {
    return {.system = &NumberSystem::whole(),
            .section = Section::shifts,
            .rank = 2,
            .name = "shr",
            .summary = "right shift by a run-time count",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::shr(spec.width), "barrel",
                                    "barrel of word selections, then funnel shifts");
                },
            .over_lanes = over_lanes(algorithm::group::shr)};
}

}  // namespace limbsmith::catalogue
