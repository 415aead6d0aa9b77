// r = -1 if a < 0, 0 if a = 0, else 1
#include "algorithm/digit/signed_digits.hpp"
#include "algorithm/group/digits.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation digits_sign() {
    return {.system = &NumberSystem::digits(),
            .section = Section::comparisons,
            .rank = 2,
            .name = "sign",
            .summary = "-1, 0 or 1",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::digit::sign(*spec.digits), "digit scan",
                                    "sign of the leading digit that is not 0 (Avizienis 1961)");
                },
            .over_lanes = over_lanes(algorithm::group::digits_sign)};
}

}  // namespace limbsmith::catalogue
