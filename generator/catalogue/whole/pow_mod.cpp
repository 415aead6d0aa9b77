// r = a^e mod m
#include "algorithm/loop/pow_mod.hpp"

#include "algorithm/group/mul_mod.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/loop.hpp"

namespace limbsmith::catalogue {

Operation whole_pow_mod() {
    return {.system = &NumberSystem::whole(),
            .section = Section::division,
            .rank = 5,
            .name = "pow_mod",
            .summary = "power modulo a run-time number, odd or even",
            .meaning = [](const Spec& spec) { return loop::pow_mod_meaning(spec.width); },
            .needs = [](const Spec&) { return std::vector<std::string_view>{"mul_mod"}; },
            .loops =
                [](const Spec& spec, ir::Library& library) {
                    return std::vector{
                        add(library, loop::pow_mod(spec.width, library)),
                        add(library, loop::pow_mod_of_number(spec.width, library), "pow_mod_number")};
                },
            .batch_loop = "pow_mod_number",
            .over_lanes = {.needs = {"mul_mod"},
                           .routines =
                               [](const Spec& spec, ir::Library& library) {
                                   const auto group = algorithm::group::group_of(spec.width);
                                   return std::vector{
                                       add(library, algorithm::group::unit(group, library)),
                                       add(library, algorithm::group::pow_mod(group, library)),
                                       add(library, algorithm::group::pow_mod_of_number(group, library),
                                           "pow_mod_number")};
                               },
                           .parts = {"unit"}}};
}

}  // namespace limbsmith::catalogue
