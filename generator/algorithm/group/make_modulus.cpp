#include "algorithm/group/make_modulus.hpp"

#include <fmt/format.h>

#include <bit>

#include "algorithm/group/sums.hpp"
#include "algorithm/range.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::group {
namespace {

using ir::ExprPtr, ir::Place, ir::Scalar, ir::var;

// Whether a word of any lane is not 0.
Scalar in_any(const Lanes& lanes, const char* name, const Place& word) {
    const Place lanes_with = lanes.word(name);
    lanes.builder.exchange(ir::Exchange::Kind::ballot, lanes_with, word);
    return not_equal(lanes_with, 0);
}

// What a lane has of n at 2^width.bits and above.
Place excess_of(const Lanes& lanes, Width width, const Place& n) {
    const Place excess = lanes.word("excess");
    lanes.builder.assign(excess, 0);
    for (int k = 0; k < lanes.words; ++k) {
        // in lane l, limb k begins at bit 32·(l·words + k): lanes from `first` on have it beyond the width
        const int used = width.bits - limb_bits * k, lane_bits = limb_bits * lanes.words;
        const int whole =
            used < limb_bits ? 0 : (used - limb_bits) / lane_bits + 1;  // lanes that use all of it
        const int rest = used - lane_bits * whole;                      // of the next lane
        const Scalar limb = n.limb(k);
        if (whole >= lanes.count) continue;
        const Scalar in_next = rest > 0 ? limb >> rest : limb;
        lanes.builder.assign(
            excess, Scalar(excess) |
                        select(less(ir::lane(), whole), 0, select(equal(ir::lane(), whole), in_next, limb)));
    }
    return excess;
}

}  // namespace

ir::Routine make_modulus(const Residues& residues, const ir::Library& library) {
    const Width width = residues.modulus.width();
    ir::RoutineBuilder builder("make_modulus", library);
    const Lanes lanes(group_of(residues), builder);
    const auto member = [&](const char* name) {
        return builder.written_member(ir::number_named(name, repr::member, lanes.words));
    };
    const Place modulus = member("n"), one = member("one"), r2 = member("r2");
    const Place n0inv = builder.written_member({"n0inv", ir::Variable::Kind::word, repr::member_word});
    const Place n = builder.input(residues.plain("n")), ok = builder.result(ir::word_named("ok"));

    const Place lowest = lanes.word("lowest"), above = lanes.word("above");
    lanes.from_lane(lowest, n.limb(0), 0);
    builder.assign(above, select(ir::lane(), n.limb(0), 0));
    builder.loop(with(ir::below("k", 1, lanes.words), ir::For::Unroll::free), {},
                 [&](Place k) { builder.assign(above, Scalar(above) | n.limb(k)); });
    builder.assign(ok, Scalar(lowest) & 1 & (less(1, lowest) | in_any(lanes, "lanes_above", above)));
    if (!width.is_full())
        builder.assign(ok, Scalar(ok) & (1 - in_any(lanes, "lanes_beyond", excess_of(lanes, width, n))));
    lanes.each_limb("k", lanes.words, [&](Place k) {
        builder.assign(modulus.limb(k), select(ok, n.limb(k), select(Scalar(k) | ir::lane(), 0, 3)));
    });
    lanes.from_lane(lowest, modulus.limb(0), 0);
    builder.call("negative_inverse", {Scalar(lowest)}, {n0inv});

    // R mod n = (R - n) mod n
    const Place value = lanes.number("value"), twice = lanes.number("twice");
    const Place divisor = lanes.number("divisor"), quotient = lanes.number("quotient");
    builder.copy(divisor, modulus);
    difference(lanes, value, lanes.zero("nothing"), divisor, CarryOut::unused, "_n");
    builder.call("divrem", {value, divisor}, {quotient, value});
    builder.copy(one, value);
    // R^2 mod n stands for the residue R = 2^(32·limbs): by squarings and doublings from 2
    builder.call("dbl", {value}, {value});
    const auto exponent = static_cast<uint32_t>(width.container_bits());
    builder.loop(ir::down_to("bit", std::bit_width(exponent) - 2, 0), {}, [&](Place bit) {
        builder.call("sqr", {value}, {value});
        builder.call("dbl", {value}, {twice});
        builder.call("select", {(Scalar(exponent) >> bit) & 1, twice, value}, {value});
    });
    builder.copy(r2, value);

    ir::Routine& routine = builder.routine();
    // Over more than two lanes a call leaves the powers that follow more registers: 1 to 3 % on an H200. Over two it
    // costs 1 %.
    routine.is_apart = lanes.count > 2;
    routine.text = {
        fmt::format("m for the modulus n; returns 1 if n is odd, greater than 1 and below 2^{}, else 0, and "
                    "then m is for n = 3.",
                    width.bits)};
    routine.bound = fmt::format("a division, then squarings to the power {}", exponent);
    const ExprPtr is_modulus =
        (var("n") % ir::integer(2)) * less(ir::integer(1), var("n")) * less(var("n"), ir::pow2(width.bits));
    routine.contract = {{any_num(width, "n")}, var("ok"), is_modulus, {one_bit("ok")}};
    return std::move(builder).finish();
}

}  // namespace limbsmith::algorithm::group
