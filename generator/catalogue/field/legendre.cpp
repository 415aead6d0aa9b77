// 1 for a square, -1 for a non-square, 0 for 0
#include "algorithm/loop/square_root.hpp"
#include "catalogue/field.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/loop.hpp"

namespace limbsmith::catalogue {

using ir::var;

// r = 0, 1 or -1 in two's complement: a^((N-1)/2) modulo N (Euler).
static ir::Program legendre_meaning(const Spec& spec) {
    const ir::ExprPtr zero = ir::integer(0), one = ir::integer(1), minus_one = ir::pow2(limb_bits) - one;
    const ir::ExprPtr symbol = if_else(euler_power(spec, var("a")) - one, minus_one, one);
    return word_of_residues(spec, "legendre", {"a"}, if_else(var("a"), symbol, zero));
}

Operation field_legendre() {
    return {.system = &NumberSystem::residues(),
            .section = Section::powers,
            .rank = 2,
            .name = "legendre",
            .summary = "Legendre symbol: 1, -1 or 0",
            .meaning = legendre_meaning,
            .needs =
                [](const Spec&) {
                    return std::vector<std::string_view>{"mul", "sqr", "eq", "is_zero"};
                },
            .loops =
                [](const Spec& spec, ir::Library& library) {
                    return std::vector{add(library, loop::legendre(residues(spec), library))};
                },
            .batch_loop = "legendre",
            .over_lanes = over_lanes(loop::legendre, {"mul", "sqr", "eq", "is_zero"})};
}

}  // namespace limbsmith::catalogue
