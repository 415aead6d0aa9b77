#include "algorithm/loop/make_modulus.hpp"

#include <fmt/format.h>

#include <bit>

#include "algorithm/modulus_check.hpp"
#include "algorithm/range.hpp"

namespace limbsmith::algorithm::loop {

using ir::ExprPtr, ir::Place, ir::RoutineBuilder, ir::Scalar, ir::var;

namespace {

std::vector<uint32_t> power_of_two(int exponent, int limbs) {
    std::vector<uint32_t> words(limbs);
    words[exponent / limb_bits] = 1u << (exponent % limb_bits);
    return words;
}

}  // namespace

ir::Routine radix(const Residues& residues, const ir::Library& library) {
    const int limbs = residues.limbs();
    RoutineBuilder builder = routine_on(residues, "radix", library);
    const Place r = builder.result(residues.elem("r"));
    const ExprPtr N = residues.N();
    builder.call("one", {}, {r});
    builder.loop(ir::below("k", 0, limbs), {{{var("r"), exp2(var("k")) % N}}},
                 [&](Place) { builder.call("dbl", {r}, {r}); });
    const ExprPtr square = exp2(ir::integer(limbs) * exp2(var("i"))) % N;
    constexpr int squarings = std::bit_width(unsigned{limb_bits}) - 1;  // R = (2^limbs)^limb_bits
    builder.loop(ir::below("i", 0, squarings), {{{var("r"), square}}},
                 [&](Place) { builder.call("sqr", {r}, {r}); });
    const auto bits = static_cast<uint64_t>(residues.modulus.width().container_bits());
    builder.routine().text = {
        fmt::format("The residue R = 2^{}: doublings to 2^{}, then squarings.", bits, limbs)};
    builder.routine().bound = fmt::format("doublings: {}, squarings: {}", limbs, squarings);
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
    const Place is_long = builder.local(ir::word_named("is_long")),
                from = builder.local(ir::word_named("from"));
    if (limbs > 1) builder.assign(is_long, ir::less(0, modulus.limb(limbs - 1)));
    builder.call("n0inv", {}, {n0inv});
    const ExprPtr m = var("m.n");  // the member; n is the input
    const auto doubled = [&](const Place& x, const Scalar& first, const Scalar& bound,
                             const ExprPtr& exponent) {
        builder.loop(ir::below("k", first, bound), {{{var(builder.variable(x).name), exp2(exponent) % m}}},
                     [&](Place) { builder.call("dbl", {x}, {x}); });
    };
    // R mod n by doublings: of 2^shorter, which is below n, if the top limb of n is not 0; else of 1.
    const int bits = width.container_bits();
    builder.copy(one, power_of_two(0, limbs));
    builder.assign(from, 0);
    if (limbs > 1) {
        const int shorter = bits - limb_bits - 1;
        builder.when(Scalar(is_long), [&] {
            builder.copy(one, power_of_two(shorter, limbs));
            builder.assign(from, shorter);
        });
    }
    doubled(one, Scalar(from), bits, var("k"));
    builder.call("radix", {}, {r2});
    if (inverse_start == InverseStart::yes) {
        const Place start = member("inverse_start");
        builder.copy(start, r2);
        doubled(start, 0, digit_bits, ir::integer(2 * bits) + var("k"));
    }
    ir::Routine& routine = builder.routine();
    routine.text = {
        fmt::format("m for the modulus n; returns 1 if n is odd, greater than 1 and below 2^{}, else 0, and "
                    "then m is for n = 3.",
                    width.bits)};
    routine.bound =
        fmt::format("doublings: {}, or {} where n has all limbs", bits, std::min(bits, limb_bits + 1));
    routine.contract = {{any_num(width, "n")}, var("ok"), is_modulus(width, "n"), {one_bit("ok")}};
    return std::move(builder).finish();
}

}  // namespace limbsmith::algorithm::loop
