// r = gcd(a, b)
#include "algorithm/loop/gcd.hpp"

#include "algorithm/divsteps.hpp"
#include "algorithm/gcd.hpp"
#include "algorithm/group/divsteps.hpp"
#include "algorithm/group/inverse.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/loop.hpp"
#include "catalogue/operation.hpp"
#include "spec/divsteps.hpp"

namespace limbsmith::catalogue {

Operation whole_gcd() {
    return {
        .system = &NumberSystem::whole(),
        .section = Section::division,
        .rank = 3,
        .name = "gcd",
        .summary = "greatest common divisor, the same instructions for all numbers",
        .functions =
            [](const Spec& spec) {
                const algorithm::Gcd gcd(spec.width);
                std::vector<Function> parts;
                for (ir::Program& part :
                     std::vector{gcd.common_twos(), gcd.start(), algorithm::divsteps_matrix(),
                                 algorithm::divsteps_row(gcd.digits()), gcd.finish()}) {
                    parts.push_back({std::move(part), "divsteps", std::string(divsteps_source), true});
                }
                return parts;
            },
        .meaning = [](const Spec& spec) { return algorithm::Gcd(spec.width).meaning(); },
        .needs =
            [](const Spec&) {
                return std::vector<std::string_view>{"shl", "shr"};
            },
        .loops =
            [](const Spec& spec, ir::Library& library) {
                const loop::DivstepNumbers numbers{gcd_batches(spec.width),
                                                   algorithm::Gcd(spec.width).digits()};
                return std::vector{add(library, loop::greatest_common_divisor(spec.width, numbers, library))};
            },
        .batch_loop = "gcd",
        .over_lanes = {.needs = {"shl", "shr"},
                       .routines =
                           [](const Spec& spec, ir::Library& library) {
                               namespace group = algorithm::group;
                               const group::Group lanes = group::group_of(spec.width);
                               return std::vector{
                                   add(library, group::divsteps_number(lanes, library)),
                                   add(library, group::divsteps_digit(lanes, library)),
                                   add(library, group::divsteps_row(lanes, library)),
                                   add(library, group::divsteps_magnitude(lanes, library)),
                                   add(library, group::common_twos(lanes, library)),
                                   add(library, group::gcd_start(lanes, library)),
                                   add(library, group::gcd_finish(lanes, library)),
                                   add(library, group::greatest_common_divisor(lanes, library))};
                           },
                       .parts = {"divsteps_number", "divsteps_digit", "divsteps_row", "divsteps_magnitude",
                                 "common_twos", "gcd_start", "gcd_finish"}}};
}

}  // namespace limbsmith::catalogue
