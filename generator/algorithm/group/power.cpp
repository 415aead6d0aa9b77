#include "algorithm/group/power.hpp"

#include <fmt/format.h>

#include <optional>

#include "algorithm/group/constants.hpp"
#include "algorithm/range.hpp"
#include "algorithm/tensor/montgomery.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::group {
namespace {

using ir::ExprPtr, ir::Place, ir::Scalar, ir::var;

const char* name_of(Exponent exponent) { return exponent == Exponent::is_secret ? "pow_secret" : "pow"; }

struct Powers {
    const Residues& residues;
    Exponent exponent;
    int window;  // bits of a digit of the exponent
    ir::RoutineBuilder builder;
    Lanes lanes;
    Place a, r{}, powers, power{};                 // r, or on tensor cores the same number striped
    std::optional<tensor::Montgomery> matrices{};  // by which it multiplies, else it calls mul and sqr

    Powers(const Residues& of, Exponent kind, int bits, const ir::Library& library)
        : residues(of),
          exponent(kind),
          window(bits),
          builder(loop::routine_on(of, name_of(kind), library)),
          lanes(group_of(of), builder),
          a(builder.input(of.elem("a"))),
          powers(builder.local(array(of.elem("power"), 1 << bits))) {}

    ExprPtr power_of_a(ExprPtr e) const { return ir::power(var("a"), std::move(e), residues.N()); }
    // The digits of e above those of the counter.
    ExprPtr upper(const ExprPtr& counter) const {
        return var("e") / exp2(ir::integer(window) * (counter + ir::integer(1)));
    }

    void returns_result() {
        r = power = builder.result(residues.elem("r"));
        if (!residues.mapping().is_tensor()) return;
        power = builder.local(residues.elem("striped_power"));
        const Place n = modulus_in(lanes, residues);
        matrices.emplace(lanes, n, n0inv_in(lanes, residues));
    }

    // An invariant speaks of numbers in a blocked arrangement.
    ir::Invariant invariant(std::vector<ir::Relation> relations) const {
        return matrices ? ir::Invariant{} : ir::Invariant{std::move(relations)};
    }

    // The element 1: a member of the modulus object, or a constant.
    Place one() {
        const Place one = builder.local(residues.elem("unit"));
        if (residues.modulus.is_known()) {
            builder.call("one", {}, {one});
            return one;
        }
        builder.copy(one, builder.member(ir::number_named("one", repr::member, lanes.words)));
        return one;
    }

    // a^0 to a^(2^window - 1)
    void make_table() {
        if (matrices) {
            const Place striped = builder.local(residues.elem("striped_a"));
            builder.barrier();
            matrices->to_striped(power, one());
            builder.copy(powers[0], power);
            builder.barrier();
            matrices->to_striped(striped, a);
            builder.copy(powers[1], striped);
            builder.loop(ir::below("k", 2, 1 << window), {}, [&](Place k) {
                matrices->product(powers[k], powers[Scalar(k) - 1], striped, "_of_table");
            });
            return;
        }
        builder.copy(powers[0], one());
        builder.copy(powers[1], a);
        const ir::Relation known{ir::at("power", var("j")), power_of_a(var("j")), "j", ir::integer(0),
                                 ir::integer(2) * var("k")};
        builder.loop(ir::below("k", 1, 1 << (window - 1)), {{known}}, [&](Place k) {
            builder.call("sqr", {powers[k]}, {powers[2 * Scalar(k)]});
            builder.call("mul", {powers[2 * Scalar(k)], a}, {powers[2 * Scalar(k) + 1]});
        });
    }

    Place factor(const Place& digit) {
        if (exponent == Exponent::is_public) return powers[digit];
        const Place factor = builder.local(residues.elem("factor"));
        builder.copy(factor, powers[0]);
        const ExprPtr so_far = if_else(less(var("digit"), var("k")), var("digit"), ir::integer(0));
        builder.loop(ir::below("k", 1, 1 << window), invariant({{var("factor"), power_of_a(so_far)}}),
                     [&](Place k) {
                         builder.call("select", {not_equal(k, digit), factor, powers[k]}, {factor});
                     });
        return factor;
    }

    // The digits of e from that of the counter on, modulo 2^window.
    ExprPtr digit_at(const ExprPtr& counter) const {
        return var("e") / exp2(ir::integer(window) * counter) % ir::integer(1u << window);
    }

    // `take_word` reads a word of the exponent, of which there are `words`.
    void over_digits(const Scalar& words,
                     const std::function<void(const Place& word, const Scalar& index)>& take_word) {
        const Place low = lanes.word("low"), high = lanes.word("high"), digit = lanes.word("digit");
        builder.copy(power, powers[0]);
        const Scalar last = (words * limb_bits + (window - 1)) / window - 1;
        builder.loop(in_step(ir::down_to("i", last, 0)), invariant({{var("r"), power_of_a(upper(var("i")))}}),
                     [&](Place i) {
                         const Scalar bit = Scalar(i) * window, index = bit / limb_bits,
                                      place = bit % limb_bits;
                         take_word(low, index);
                         Scalar from_place = Scalar(low) >> place;
                         if (limb_bits % window != 0) {  // a digit may go over into the next word
                             builder.assign(high, 0);
                             builder.when(less(index + 1, words), [&] { take_word(high, index + 1); });
                             from_place = from_place + ((Scalar(high) << 1) << ((limb_bits - 1) - place));
                         }
                         builder.assign(digit, from_place & ((1 << window) - 1));
                         if (matrices) return square_and_multiply(digit);
                         builder.loop(ir::below("k", 0, window),
                                      {{{var("digit"), digit_at(var("i"))},
                                        {var("r"), power_of_a(exp2(var("k")) * upper(var("i")))}}},
                                      [&](Place) { builder.call("sqr", {r}, {r}); });
                         builder.call("mul", {r, factor(digit)}, {r});
                     });
        if (!matrices) return;
        builder.barrier();
        matrices->to_blocked(r, power);
    }

    // One product has the code of all of them: the last one of a digit is by a factor, the others are squares.
    void square_and_multiply(const Place& digit) {
        const Place by = lanes.number("by"), other = factor(digit);
        builder.loop(ir::up_to("k", 0, window), {}, [&](Place k) {
            builder.call("lane_select", {equal(k, window), other, power}, {by});
            matrices->product(power, power, by, "_of_digit");
        });
    }

    ir::Routine finish(const char* text, const ExprPtr& limit, std::vector<ir::Bound> also = {}) && {
        ir::Routine& routine = builder.routine();
        routine.text = {text,
                        exponent == Exponent::is_secret
                            ? "The same instructions and addresses for every e of as many words."
                            : "The same instructions for every e of as many words; not the same addresses."};
        routine.source = fmt::format("left-to-right 2^{}-ary (HAC, algorithm 14.82)", window);
        routine.bound = fmt::format("one digit of {} bits a turn", window);
        const ExprPtr N = residues.N();
        std::vector<ir::Bound> required{{"a", N}};
        required.insert(required.end(), also.begin(), also.end());
        required.push_back({"e", limit});
        return loop::finished(residues, std::move(builder),
                              {std::move(required), var("r"), power_of_a(var("e")), {{"r", N}}});
    }
};

}  // namespace

ir::Routine power(const Residues& residues, Exponent exponent, int window, const ir::Library& library) {
    Powers all(residues, exponent, window, library);
    const Place e = all.builder.input(run_time_array(ir::word_named("e")));
    const Place words = all.builder.input(ir::integer_named("words"));
    all.returns_result();
    all.make_table();
    all.over_digits(Scalar(words),
                    [&](const Place& word, const Scalar& index) { all.builder.assign(word, e[index]); });
    all.builder.routine().length = "words";
    return std::move(all).finish(
        "a^e for e = sum of e[i]*2^(32i), i < words, the same in all lanes of a warp; 0^0 = 1.",
        exp2(ir::integer(limb_bits) * var("words")), {{"words", ir::pow2(26)}});
}

ir::Routine power_of_number(const Residues& residues, Exponent exponent, int window,
                            const ir::Library& library) {
    Powers all(residues, exponent, window, library);
    const Lanes& lanes = all.lanes;
    const Place e = all.builder.input(ir::number_named("e", repr::exponent, lanes.words));
    all.returns_result();
    all.make_table();
    all.over_digits(lanes.count * lanes.words, [&](const Place& word, const Scalar& index) {
        lanes.from_lane(word, e.limb(index % lanes.words), index / lanes.words);
    });
    return std::move(all).finish("a^e for an exponent in the limbs of all lanes; 0^0 = 1.",
                                 ir::pow2(residues.modulus.width().container_bits()));
}

}  // namespace limbsmith::algorithm::group
