// q = floor(a / d), remainder = a mod d
#include "algorithm/division.hpp"
#include "algorithm/group/division.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_divrem1() {
    return {.domain = Domain::whole,
            .section = Section::division,
            .rank = 1,
            .name = "divrem1",
            .summary = "quotient and remainder by a divisor of one limb",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::divrem1(spec.width), "reciprocal",
                                    "division by a reciprocal (Moller, Granlund 2011, algorithm 4)");
                },
            .over_lanes = over_lanes(algorithm::group::divrem1, {"shl"})};
}

}  // namespace limbsmith::catalogue
