// r = -1 if a < b, 0 if a = b, else 1
#include "algorithm/digit/signed_digits.hpp"
#include "algorithm/group/digits.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation digits_compare() {
    return {.system = &NumberSystem::digits(),
            .section = Section::comparisons,
            .rank = 1,
            .name = "compare",
            .summary = "-1 if less, 0 if equal, else 1",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::digit::compare(*spec.digits), "transfers, scan",
                                    "sign of a - b in signed digits (Avizienis 1961)");
                },
            .over_lanes = over_lanes(algorithm::group::digits_compare)};
}

}  // namespace limbsmith::catalogue
