// q = floor(a / b), remainder = a mod b
#include "algorithm/division.hpp"
#include "algorithm/group/division.hpp"
#include "algorithm/loop/division.hpp"
#include "catalogue/lane_division.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/loop.hpp"
#include "catalogue/operation.hpp"

namespace limbsmith::catalogue {

Operation whole_divrem() {
    return {.system = &NumberSystem::whole(),
            .section = Section::division,
            .rank = 2,
            .name = "divrem",
            .summary = "quotient and remainder",
            .functions =
                [](const Spec& spec) {
                    std::vector<Function> parts;
                    for (auto build : {algorithm::divisor, algorithm::dividend, algorithm::quotient_limb}) {
                        parts.push_back(
                            {build(spec.width), "reciprocal",
                             "division by a reciprocal (Moller, Granlund 2011, algorithms 5 and 6)", true});
                    }
                    return parts;
                },
            .meaning = [](const Spec& spec) { return algorithm::divrem_meaning(spec.width); },
            .needs =
                [](const Spec&) {
                    return std::vector<std::string_view>{"neg", "is_zero", "select", "shr"};
                },
            .loops =
                [](const Spec& spec, ir::Library& library) {
                    return std::vector{add(library, loop::division(spec.width, library))};
                },
            .batch_loop = "divrem",
            .over_lanes = {.needs = {"shl", "shr", "bit_length"},
                           .routines =
                               [](const Spec& spec, ir::Library& library) {
                                   const auto group = algorithm::group::group_of(spec.width);
                                   std::vector<std::string> keys = add_division(group, library);
                                   keys.push_back(add(library, algorithm::group::divrem(group, library)));
                                   return keys;
                               },
                           .parts = division_parts()}};
}

}  // namespace limbsmith::catalogue
