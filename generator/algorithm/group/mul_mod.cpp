#include "algorithm/group/mul_mod.hpp"

#include "algorithm/group/division.hpp"
#include "algorithm/group/on_numbers.hpp"
#include "algorithm/group/sums.hpp"

namespace limbsmith::algorithm::group {
namespace {

using ir::ExprPtr, ir::Place, ir::Scalar, ir::var;

constexpr int digit = 4;  // bits of the exponent that one product takes

ExprPtr m_or_container(Width width) { return if_else(var("m"), var("m"), container(width)); }
ExprPtr power_of_a(Width width) {
    const ExprPtr m = m_or_container(width);
    return power(var("a"), var("e"), m) % m;
}

// Left to right by digits of the exponent: the same instructions for all exponents of as many words.
struct PowersModM {
    OnNumbers all;
    Place a, m{}, r{};

    PowersModM(const Group& group, const ir::Library& library)
        : all(group, "pow_mod", library), a(all.input("a")) {}

    // `word` is word `index` of the exponent.
    void over_digits(const Scalar& words,
                     const std::function<void(const Place& word, const Scalar& index)>& take_word) {
        ir::RoutineBuilder& builder = all.builder;
        const Lanes& lanes = all.lanes;
        const Place powers =
            builder.local(array(ir::number_named("power", lanes.type, lanes.words), 1 << digit));
        const Place one = lanes.zero("one"), word = lanes.word("word"), at = lanes.word("at");
        builder.assign(one.limb(0), equal(ir::lane(), 0));
        builder.call("mul_mod", {one, one, m}, {r});  // 0 for m = 1
        builder.copy(powers[0], r);
        builder.loop(ir::below("k", 1, 1 << digit), {}, [&](Place k) {
            builder.call("mul_mod", {powers[Scalar(k) - 1], a, m}, {powers[k]});
        });
        constexpr int digits = limb_bits / digit;
        builder.loop(ir::down_to("i", words * digits - 1, 0), {}, [&](Place i) {
            builder.loop(ir::below("s", 0, digit), {}, [&](Place) {
                builder.call("mul_mod", {r, r, m}, {r});
            });
            take_word(word, Scalar(i) / digits);
            builder.assign(at, Scalar(word) >> (Scalar(i) % digits * digit) & ((1 << digit) - 1));
            builder.call("mul_mod", {r, powers[at], m}, {r});
        });
        builder.routine().source = "left-to-right 16-ary (HAC, algorithm 14.82)";
        builder.routine().bound = "one digit of 4 bits a turn";
    }
    ir::Routine finish(const char* text, std::vector<ir::Bound> required) && {
        const Width width = all.width;
        required.push_back(any_num(width, "a"));
        required.push_back(any_num(width, "m"));
        return std::move(all).finish(text, std::move(required), var("r"), power_of_a(width),
                                     {{"r", m_or_container(width)}});
    }
};

}  // namespace

ir::Routine mul_mod(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "mul_mod", library);
    const Lanes& lanes = all.lanes;
    ir::RoutineBuilder& builder = all.builder;
    const Place a = all.input("a"), b = all.input("b"), m = all.input("m"), r = all.result();
    const Place product = lanes.number("product"), high = lanes.number("high"), low = lanes.number("low"),
                q = lanes.number("q"), part = lanes.number("part"), positive = lanes.number("positive"),
                by_zero = lanes.word("by_zero");
    builder.call("mul_halves", {a, b}, {product, high});
    builder.call("at_least_one", {m}, {positive, by_zero});
    const Divisor of(lanes, positive);
    // a·b·2^count modulo d = m·2^count, in three parts: the highest limbs, `steps` limbs, and the low ones
    builder.call("shr", {high, of.used_bits() - of.count}, {r});
    builder.call("shl", {high, Scalar(of.count)}, {low});
    builder.call("shr", {product, limb_bits * lanes.count * lanes.words - Scalar(of.count)}, {part});
    lanes.each_limb("k", lanes.words,
                    [&](Place k) { builder.assign(low.limb(k), low.limb(k) | part.limb(k)); });
    builder.call("shl", {low, of.unused_bits()}, {low});
    builder.call("divide", {r, low, of.d, Scalar(of.steps)}, {q, r});
    builder.call("shl", {product, Scalar(of.count)}, {low});
    builder.call("divide", {r, low, of.d, lanes.count * lanes.words}, {q, r});
    builder.call("shr", {r, Scalar(of.count)}, {r});
    builder.call("choose", {Scalar(by_zero), product, r}, {r});
    builder.routine().source = "exact product, then normalised division (HAC, algorithm 14.20)";
    const Width width = all.width;
    return std::move(all).finish("a*b mod m for any a, b and m; for m = 0 modulo 2^(32*limbs)",
                                 {any_num(width, "a"), any_num(width, "b"), any_num(width, "m")}, var("r"),
                                 (var("a") * var("b")) % m_or_container(width),
                                 {{"r", m_or_container(width)}});
}

ir::Routine pow_mod(const Group& group, const ir::Library& library) {
    PowersModM powers(group, library);
    ir::RoutineBuilder& builder = powers.all.builder;
    const Place e = builder.input(run_time_array(ir::word_named("e"))),
                words = builder.input(ir::integer_named("words"));
    powers.m = powers.all.input("m"), powers.r = powers.all.result();
    powers.over_digits(words,
                       [&](const Place& word, const Scalar& index) { builder.assign(word, e[index]); });
    builder.routine().length = "words";
    return std::move(powers).finish(
        "a^e mod m for e = sum of e[i]*2^(32i), i < words, the same in all lanes of a warp; a^0 is 1 mod m",
        {{"words", ir::pow2(26)}, {"e", exp2(ir::integer(limb_bits) * var("words"))}});
}

ir::Routine pow_mod_of_number(const Group& group, const ir::Library& library) {
    PowersModM powers(group, library);
    const Lanes& lanes = powers.all.lanes;
    const Place e = powers.all.input("e");
    powers.m = powers.all.input("m"), powers.r = powers.all.result();
    powers.over_digits(lanes.count * lanes.words, [&](const Place& word, const Scalar& index) {
        lanes.from_lane(word, e.limb(index % lanes.words), index / lanes.words);
    });
    const Width width = powers.all.width;
    return std::move(powers).finish("a^e mod m for an exponent in the limbs of all lanes; a^0 is 1 mod m",
                                    {any_num(width, "e")});
}

}  // namespace limbsmith::algorithm::group
