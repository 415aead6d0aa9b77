// r = floor(a / 2^count) in two's complement
#include "algorithm/group/shift.hpp"
#include "algorithm/logic.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_sshr() {
    return {.system = &NumberSystem::whole(),
            .section = Section::shifts,
            .rank = 3,
            .name = "sshr",
            .summary = "arithmetic right shift by a run-time count",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::sshr(spec.width), "barrel",
                                    "barrel of word selections, then funnel shifts");
                },
            .over_lanes = over_lanes(algorithm::group::sshr)};
}

}  // namespace limbsmith::catalogue
