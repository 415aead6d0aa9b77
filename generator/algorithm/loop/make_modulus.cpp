#include "algorithm/loop/make_modulus.hpp"

#include <fmt/format.h>

#include <bit>

#include "algorithm/modulus_check.hpp"
#include "algorithm/range.hpp"

namespace limbsmith::algorithm::loop {

using ir::ExprPtr, ir::Place, ir::RoutineBuilder, ir::Scalar, ir::var;

ir::Routine radix(const Residues& residues, const ir::Library& library) {
    const int limbs = residues.limbs();
    RoutineBuilder builder = routine_on(residues, "radix", library);
    const Place r = builder.result(residues.elem("r"));
    const ExprPtr N = residues.N();
    builder.call("one", {}, {r});
    builder.loop(ir::below("k", 0, limbs), {{{var("r"), exp2(var("k")) % N}}},
                 [&](Place) { builder.call("dbl", {r}, {r}); });
    const ExprPtr square = exp2(ir::integer(limbs) * exp2(var("i"))) % N;
    builder.loop(ir::below("i", 0, std::bit_width(unsigned{limb_bits}) - 1), {{{var("r"), square}}},
                 [&](Place) { builder.call("sqr", {r}, {r}); });
    const auto bits = static_cast<uint64_t>(residues.modulus.width().container_bits());
    builder.routine().text = {
        fmt::format("The residue R = 2^{}: doublings to 2^{}, then squarings.", bits, limbs)};
    builder.routine().bound = fmt::format("doublings: {}, squarings: 5", limbs);
    return finished(residues, std::move(builder), {{}, var("r"), ir::pow2(bits) % N, {{"r", N}}});
}

ir::Routine make_modulus(const Residues& residues, InverseStart inverse_start, const ir::Library& library) {
    const int limbs = residues.limbs();
    const Width width = residues.modulus.width();
    RoutineBuilder builder("make_modulus", library);
    const auto member = [&](const char* name) {
        return builder.written_member(ir::number_named(name, repr::member, limbs));
    };
    const Place modulus = member("n"), one = member("one"), r2 = member("r2");
    const Place n0inv = builder.written_member({"n0inv", ir::Variable::Kind::word, repr::member_word});
    const Place n = builder.input(residues.plain("n")), ok = builder.result(ir::word_named("ok"));
    builder.call("modulus_or_3", {n}, {ok, modulus});
    builder.call("n0inv", {}, {n0inv});
    std::vector<uint32_t> first(limbs);
    first[0] = 1;
    builder.copy(one, first);
    const ExprPtr m = var("m.n");  // the member; n is the input
    // from the residue 2^from, `count` times doubled
    const auto doubled = [&](const Place& x, int from, int count) {
        const ExprPtr value = exp2(from == 0 ? var("k") : ir::integer(from) + var("k")) % m;
        builder.loop(ir::below("k", 0, count), {{{var(builder.variable(x).name), value}}},
                     [&](Place) { builder.call("dbl", {x}, {x}); });
    };
    const int bits = width.container_bits();
    doubled(one, 0, bits);
    builder.call("radix", {}, {r2});
    if (inverse_start == InverseStart::yes) {
        const Place start = member("inverse_start");
        builder.copy(start, r2);
        doubled(start, 2 * bits, digit_bits);
    }
    ir::Routine& routine = builder.routine();
    routine.text = {
        fmt::format("m for the modulus n; returns 1 if n is odd, greater than 1 and below 2^{}, else 0, and "
                    "then m is for n = 3.",
                    width.bits)};
    routine.bound = fmt::format("doublings: {}", bits);
    routine.contract = {{any_num(width, "n")}, var("ok"), is_modulus(width, "n"), {one_bit("ok")}};
    return std::move(builder).finish();
}

}  // namespace limbsmith::algorithm::loop
