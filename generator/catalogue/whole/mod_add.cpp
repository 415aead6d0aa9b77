// r = (a + b) mod m
#include "algorithm/add_sub.hpp"
#include "algorithm/group/mod_sums.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_mod_add() {
    return {.system = &NumberSystem::whole(),
            .section = Section::modular,
            .rank = 1,
            .name = "mod_add",
            .summary = "sum modulo a run-time modulus",
            .functions =
                [](const Spec& spec) {
                    return straight(
                        algorithm::mod_add(spec.width), "carry chain",
                        "a + b - m unless that borrows (Carlessi, Kashani 2013, listing 3.14, by selection)");
                },
            .over_lanes = over_lanes(algorithm::group::mod_add)};
}

}  // namespace limbsmith::catalogue
