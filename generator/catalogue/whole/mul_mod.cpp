// r = a·b mod m
#include "algorithm/group/mul_mod.hpp"

#include "algorithm/group/whole.hpp"
#include "algorithm/loop/mul_mod.hpp"
#include "algorithm/mul.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/loop.hpp"
#include "catalogue/multiplication.hpp"

namespace limbsmith::catalogue {

Operation whole_mul_mod() {
    return {
        .system = &NumberSystem::whole(),
        .section = Section::division,
        .rank = 4,
        .name = "mul_mod",
        .summary = "product modulo a run-time number, odd or even",
        .functions =
            [](const Spec& spec) {
                std::vector<Function> parts = multiplication(
                    spec,
                    [=](MulChoice mul) { return algorithm::mul_halves(spec.width, plan::product(mul)); },
                    product_source);
                parts[0].is_part = true;
                return parts;
            },
        .meaning = [](const Spec& spec) { return loop::mul_mod_meaning(spec.width); },
        .needs =
            [](const Spec&) {
                return std::vector<std::string_view>{"neg", "is_zero", "select", "divrem"};
            },
        .loops =
            [](const Spec& spec, ir::Library& library) {
                return std::vector{add(library, loop::mul_mod(spec.width, library))};
            },
        .batch_loop = "mul_mod",
        .over_lanes = {.needs = {"divrem", "shl", "shr"},
                       .routines =
                           [](const Spec& spec, ir::Library& library) {
                               const Width width = spec.width;
                               const auto group = algorithm::group::group_of(width);
                               return std::vector{
                                   add(library, algorithm::group::mul_halves(width, library)),
                                   add(library, algorithm::group::shifted_dividend(group, library)),
                                   add(library, algorithm::group::shifted_remainder(group, library)),
                                   add(library, algorithm::group::reduce_halves(group, library)),
                                   add(library, algorithm::group::mul_mod(group, library))};
                           },
                       .parts = {"mul_halves", "shifted_dividend", "shifted_remainder", "reduce_halves"}}};
}

}  // namespace limbsmith::catalogue
