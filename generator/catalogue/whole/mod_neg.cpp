// r = -a mod m
#include "algorithm/add_sub.hpp"
#include "algorithm/group/mod_sums.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_mod_neg() {
    return {.system = &NumberSystem::whole(),
            .section = Section::modular,
            .rank = 3,
            .name = "mod_neg",
            .summary = "negation modulo a run-time modulus",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::mod_neg(spec.width), "carry chain",
                                    "m - a, masked to 0 for a = 0");
                },
            .over_lanes = over_lanes(algorithm::group::mod_neg, {"is_zero", "sub", "select"})};
}

}  // namespace limbsmith::catalogue
