#include "algorithm/group/make_modulus.hpp"

#include <fmt/format.h>

#include <bit>

#include "algorithm/group/on_numbers.hpp"
#include "algorithm/group/sums.hpp"
#include "algorithm/modulus_check.hpp"
#include "algorithm/range.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::group {
namespace {

using ir::Place, ir::Scalar, ir::var;

// A number of one word.
Place small_number(const Lanes& lanes, const char* name, uint32_t word) {
    const Place number = lanes.zero(name);
    lanes.builder.assign(number.limb(0), equal(ir::lane(), 0) * word);
    return number;
}

ir::Routine odd_above_1(const Residues& residues, const ir::Library& library) {
    OnNumbers all(group_of(residues), "odd_above_1", library);
    const Lanes& lanes = all.lanes;
    const Place n = all.input("n"), r = all.bit(), odd = lanes.word("odd");
    lanes.from_lane(odd, n.limb(0) & 1, 0);
    const Place is_above = difference(lanes, lanes.number("rest"), small_number(lanes, "one", 1), n);
    all.builder.assign(r, select(is_above, odd, 0));
    const ir::ExprPtr one = ir::integer(1);
    return std::move(all).finish("1 if n is odd and greater than 1, else 0", {any_num(all.width, "n")},
                                 var("r"), (var("n") % ir::integer(2)) * less(one, var("n")), {one_bit("r")});
}

ir::Routine has_width(const Residues& residues, const ir::Library& library) {
    OnNumbers all(group_of(residues), "has_width", library);
    const auto bits = static_cast<uint32_t>(residues.modulus.width().bits);
    const Place n = all.input("n"), r = all.bit(), above = all.lanes.number("above"),
                positive = all.lanes.number("positive");
    all.builder.call("shr", {n, Scalar(bits)}, {above});
    all.builder.call("at_least_one", {above}, {positive, r});
    return std::move(all).finish("1 if n is below 2^bits, else 0", {any_num(all.width, "n")}, var("r"),
                                 less(var("n"), ir::pow2(bits)), {one_bit("r")});
}

ir::Routine three(const Residues& residues, const ir::Library& library) {
    OnNumbers all(group_of(residues), "three", library);
    const Place r = all.result();
    all.builder.copy(r, small_number(all.lanes, "word", 3));
    return std::move(all).finish("3", {}, ir::integer(3));
}

ir::Routine modulus_or_3(const Residues& residues, const ir::Library& library) {
    OnNumbers all(group_of(residues), "modulus_or_3", library);
    const Lanes& lanes = all.lanes;
    const Width width = residues.modulus.width();
    const Place n = all.input("n"), ok = all.builder.result(ir::word_named("ok")), m = all.output("m");
    const Place other = lanes.number("other"), fits = lanes.word("fits");
    all.builder.call("odd_above_1", {n}, {ok});
    if (!width.is_full()) {
        all.builder.call("has_width", {n}, {fits});
        all.builder.assign(ok, select(fits, ok, 0));
    }
    all.builder.call("three", {}, {other});
    all.builder.call("choose", {Scalar(ok), n, other}, {m});
    return std::move(all).finish(
        "whether n is odd, greater than 1 and has so many bits; and n, or 3", {any_num(all.width, "n")},
        var("ok"), is_modulus(width, "n"),
        {one_bit("ok"), ir::congruent({"m", ir::pow2(width.bits), ir::integer(2)}, 1, 2),
         exactly("m", ir::integer(3) + is_modulus(width, "n") * (var("n") - ir::integer(3)))});
}

// For an odd number it is that of its lowest limb.
ir::Routine minus_inverse(const Residues& residues, const ir::Library& library) {
    OnNumbers all(group_of(residues), "minus_inverse", library);
    const Place n = all.input("n"), r = all.bit(), lowest = all.lanes.word("lowest");
    all.builder.call("lowest1", {n}, {lowest});
    all.builder.call("negative_inverse", {Scalar(lowest)}, {r});
    const ir::ExprPtr word = ir::pow2(limb_bits);
    return std::move(all).finish("-n^-1 mod 2^32 for an odd n",
                                 {ir::congruent(any_num(all.width, "n"), 1, 2)}, var("r"),
                                 (word - inverse(var("n"), word)) % word, {any_word("r")});
}

}  // namespace

std::vector<ir::Routine (*)(const Residues&, const ir::Library&)> modulus_routines(const Residues& residues) {
    std::vector<ir::Routine (*)(const Residues&, const ir::Library&)> all{odd_above_1};
    if (!residues.modulus.width().is_full()) all.push_back(has_width);
    all.insert(all.end(), {three, modulus_or_3, minus_inverse});
    return all;
}

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

    const Place number = lanes.number("number");  // n has another type
    builder.copy(number, n);
    builder.call("modulus_or_3", {number}, {ok, modulus});
    builder.call("minus_inverse", {modulus}, {n0inv});

    // R mod n = (R - n) mod n
    const Place value = lanes.number("value"), twice = lanes.number("twice");
    const Place divisor = lanes.number("divisor"), quotient = lanes.number("quotient");
    builder.copy(divisor, modulus);
    builder.call("opposite", {divisor}, {value});
    builder.call("divide_positive", {value, divisor}, {quotient, value});
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
    routine.contract = {{any_num(width, "n")}, var("ok"), is_modulus(width, "n"), {one_bit("ok")}};
    return std::move(builder).finish();
}

}  // namespace limbsmith::algorithm::group
