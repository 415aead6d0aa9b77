// r = floor(a / 2^count)
#include "algorithm/logic.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_shr() {
    return {.domain = Domain::whole,
            .section = Section::shifts,
            .rank = 2,
            .name = "shr",
            .summary = "right shift by a run-time count",
            .functions = [](const Spec& spec) {
                return straight(algorithm::shr(spec.width), "barrel",
                                "barrel of word selections, then funnel shifts");
            }};
}

}  // namespace limbsmith::catalogue
