// r = (a - b) mod m
#include "algorithm/add_sub.hpp"
#include "algorithm/group/mod_sums.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_mod_sub() {
    return {.system = &NumberSystem::whole(),
            .section = Section::modular,
            .rank = 2,
            .name = "mod_sub",
            .summary = "difference modulo a run-time modulus",
            .functions =
                [](const Spec& spec) {
                    return straight(
                        algorithm::mod_sub(spec.width), "carry chain",
                        "a - b, plus m where that borrows (Carlessi, Kashani 2013, listing 3.16)");
                },
            .over_lanes = over_lanes(algorithm::group::mod_sub)};
}

}  // namespace limbsmith::catalogue
