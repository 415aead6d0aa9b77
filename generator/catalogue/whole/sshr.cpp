// r = floor(a / 2^count) in two's complement
#include "algorithm/logic.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_sshr() {
    return {.domain = Domain::whole,
            .section = Section::shifts,
            .rank = 3,
            .name = "sshr",
            .summary = "arithmetic right shift by a run-time count",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::sshr(spec.width), "barrel",
                                    "barrel of word selections, then funnel shifts");
                },
            .is_signed = true};
}

}  // namespace limbsmith::catalogue
