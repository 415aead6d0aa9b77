// q = floor(a / d), remainder = a mod d
#include "algorithm/division.hpp"
#include "algorithm/group/division.hpp"
#include "catalogue/lane_division.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_divrem1() {
    return {.system = &NumberSystem::whole(),
            .section = Section::division,
            .rank = 1,
            .name = "divrem1",
            .summary = "quotient and remainder by a divisor of one limb",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::divrem1(spec.width), "reciprocal",
                                    "division by a reciprocal (Moller, Granlund 2011, algorithm 4)");
                },
            .over_lanes = {.needs = {"shl"},
                           .routines =
                               [](const Spec& spec, ir::Library& library) {
                                   const auto group = algorithm::group::group_of(spec.width);
                                   std::vector<std::string> keys = add_word_division(group, library);
                                   keys.push_back(add(library, algorithm::group::divrem1(group, library)));
                                   return keys;
                               },
                           .parts = division_parts()}};
}

}  // namespace limbsmith::catalogue
