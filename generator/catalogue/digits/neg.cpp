// r = -a
#include "algorithm/digit/signed_digits.hpp"
#include "algorithm/group/digits.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation digits_neg() {
    return {.system = &NumberSystem::digits(),
            .section = Section::sums,
            .rank = 3,
            .name = "neg",
            .summary = "negation, digit by digit",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::digit::neg(*spec.digits), "digitwise", "digit by digit");
                },
            .over_lanes = over_lanes(algorithm::group::digits_neg)};
}

}  // namespace limbsmith::catalogue
