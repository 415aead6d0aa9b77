#include "algorithm/group/mul_mod.hpp"

#include "algorithm/division_contracts.hpp"
#include "algorithm/group/division.hpp"
#include "algorithm/group/on_numbers.hpp"
#include "algorithm/group/shift.hpp"
#include "algorithm/group/sums.hpp"

namespace limbsmith::algorithm::group {
namespace {

using ir::ExprPtr, ir::Place, ir::Scalar, ir::var;

constexpr int digit = 4;  // bits of the exponent that one product takes

ExprPtr m_or_container(Width width) { return if_else(var("m"), var("m"), container(width)); }
// Left to right by digits of the exponent: the same instructions for all exponents of as many words.
struct PowersModM {
    OnNumbers all;
    Place a, m{}, r{};

    PowersModM(const Group& group, const ir::Library& library)
        : all(group, "pow_mod", library), a(all.input("a")) {}

    ExprPtr power_of_a(ExprPtr e) const {
        const ExprPtr m = m_or_container(all.values);
        return power(var("a"), std::move(e), m) % m;
    }

    // a^0 to a^(2^digit - 1)
    Place table() {
        ir::RoutineBuilder& builder = all.builder;
        const Lanes& lanes = all.lanes;
        const Place powers =
            builder.local(array(ir::number_named("power", lanes.type, lanes.words), 1 << digit));
        const Place one = lanes.number("one");
        builder.call("unit", {}, {one});
        builder.call("mul_mod", {one, one, m}, {r});  // 0 for m = 1
        builder.copy(powers[0], r);
        const ir::Relation known{ir::at("power", var("j")), power_of_a(var("j")), "j", ir::integer(0),
                                 var("k")};
        builder.loop(ir::below("k", 1, 1 << digit), {{known}}, [&](Place k) {
            builder.call("mul_mod", {powers[Scalar(k) - 1], a, m}, {powers[k]});
        });
        return powers;
    }

    // `take_word` reads word `index` of the exponent.
    void over_digits(const Scalar& words,
                     const std::function<void(const Place& word, const Scalar& index)>& take_word) {
        ir::RoutineBuilder& builder = all.builder;
        const Lanes& lanes = all.lanes;
        const Place powers = table(), word = lanes.word("word"), at = lanes.word("at");
        const auto from = [&](const ExprPtr& index) { return var("e") / exp2(ir::integer(digit) * index); };
        const ExprPtr upper = from(var("i") + ir::integer(1)), own = from(var("i")) % ir::integer(1 << digit);
        builder.loop(ir::down_to("i", words * (limb_bits / digit) - 1, 0), {{{var("r"), power_of_a(upper)}}},
                     [&](Place i) {
                         const Scalar bit = Scalar(i) * digit;
                         take_word(word, bit / limb_bits);
                         builder.assign(at, Scalar(word) >> (bit % limb_bits) & ((1 << digit) - 1));
                         builder.loop(ir::below("s", 0, digit),
                                      {{{var("at"), own}, {var("r"), power_of_a(exp2(var("s")) * upper)}}},
                                      [&](Place) {
                                          builder.call("mul_mod", {r, r, m}, {r});
                                      });
                         builder.call("mul_mod", {r, powers[at], m}, {r});
                     });
        builder.routine().source = "left-to-right 16-ary (HAC, algorithm 14.82)";
        builder.routine().bound = "one digit of 4 bits a turn";
    }
    ir::Routine finish(const char* text, std::vector<ir::Bound> required) && {
        const Width width = all.width, own = all.values;
        required.push_back(any_num(width, "a"));
        required.push_back(any_num(width, "m"));
        return std::move(all).finish(text, std::move(required), var("r"), power_of_a(var("e")),
                                     {{"r", m_or_container(own)}});
    }
};

}  // namespace

ir::Routine shifted_dividend(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "shifted_dividend", library);
    ir::RoutineBuilder& builder = all.builder;
    const Place a = all.input("a"), b = all.input("b"), count = all.word_input("count");
    const Place low = all.result("low"), high = all.output("high"), part = all.lanes.number("part");
    const int bits = all.width.container_bits();
    builder.call("shr", {b, bits - Scalar(count)}, {part});
    builder.call("add_back", {a, part, 1}, {high});
    builder.call(shl_limbs_key(group), {b, Scalar(count)}, {low});
    const ExprPtr R = container(all.width), unit = exp2(var("count")), one = ir::integer(1);
    return std::move(all).finish(
        "2^(32*limbs)*a + b*2^count",
        {{"count", ir::integer(static_cast<uint64_t>(bits))}, any_num(all.width, "b"), {"a", R - unit + one}},
        R * var("high") + var("low"), R * var("a") + var("b") * unit,
        {any_num(all.width, "low"), {"high", var("a") + unit}});
}

ir::Routine shifted_remainder(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "shifted_remainder", library);
    const Lanes& lanes = all.lanes;
    const Place a = all.input("a"), m = all.input("m"), d = all.input("d"), count = all.word_input("count"),
                steps = all.word_input("steps");
    const Place r = all.result(), low = lanes.number("low"), high = lanes.number("high"),
                q = lanes.number("q");
    all.builder.call("align_dividend", {a, Scalar(count), Scalar(steps)}, {low, high});
    all.builder.call("divide", {high, low, d, Scalar(steps)}, {q, r});
    const Width width = all.width;
    const ExprPtr unit = exp2(var("count"));
    return std::move(all).finish(
        "(a mod m)*2^count, for d = m*2^count with the top bit set",
        {any_num(width, "a"),
         {"m", container(width), ir::integer(1)},
         {"steps", ir::integer(static_cast<uint64_t>(lanes.count * lanes.words) + 1), ir::integer(1)},
         {"count", ir::integer(limb_bits) * var("steps")},
         normalized_bound(width, "d"),
         exactly("d", var("m") * unit)},
        var("r"), (var("a") % var("m")) * unit, {{"r", var("d")}});
}

ir::Routine reduce_halves(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "reduce_halves", library);
    const Lanes& lanes = all.lanes;
    ir::RoutineBuilder& builder = all.builder;
    const Place low = all.input("low"), high = all.input("high"), m = all.input("m"), r = all.result();
    const Place first = lanes.number("first"), second = lanes.number("second"), q = lanes.number("q"),
                rest = lanes.number("rest");
    const Divisor of(lanes, m);
    builder.call("shifted_remainder", {high, m, of.d, Scalar(of.count), Scalar(of.steps)}, {rest});
    builder.call("shifted_dividend", {rest, low, Scalar(of.count)}, {second, first});
    builder.call("divide", {first, second, of.d, lanes.count * lanes.words}, {q, rest});
    builder.call("shr", {rest, Scalar(of.count)}, {r});
    const Width width = all.width;
    return std::move(all).finish(
        "(2^(32*limbs)*high + low) mod m, for m > 0",
        {any_num(width, "low"), any_num(width, "high"), {"m", container(width), ir::integer(1)}}, var("r"),
        (container(width) * var("high") + var("low")) % var("m"), {{"r", var("m")}});
}

ir::Routine mul_mod(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "mul_mod", library);
    const Lanes& lanes = all.lanes;
    ir::RoutineBuilder& builder = all.builder;
    const Place a = all.input("a"), b = all.input("b"), m = all.input("m"), r = all.result();
    const Place low = lanes.number("low"), high = lanes.number("high"), positive = lanes.number("positive"),
                by_zero = lanes.word("by_zero");
    builder.call("mul_halves", {a, b}, {low, high});
    builder.call("at_least_one", {m}, {positive, by_zero});
    builder.call("reduce_halves", {low, high, positive}, {r});
    cut(lanes, low);
    builder.call("choose", {Scalar(by_zero), low, r}, {r});
    builder.routine().source = "exact product, then normalised division (HAC, algorithm 14.20)";
    const Width own = all.values;
    const std::string text = "a*b mod m for any a, b and m; for m = 0 modulo " + all.modulo;
    return std::move(all).finish(text, all.any({"a", "b", "m"}), var("r"),
                                 (var("a") * var("b")) % m_or_container(own), {{"r", m_or_container(own)}});
}

ir::Routine unit(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "unit", library);
    const Place r = all.result();
    all.lanes.each_limb("k", all.lanes.words,
                        [&](Place k) { all.builder.assign(r.limb(k), equal(ir::lane(), 0) & equal(k, 0)); });
    return std::move(all).finish("1", {}, ir::integer(1));
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
