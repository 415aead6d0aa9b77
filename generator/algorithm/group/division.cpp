#include "algorithm/group/division.hpp"

#include <bit>

#include "algorithm/division.hpp"
#include "algorithm/group/on_numbers.hpp"
#include "algorithm/group/shift.hpp"
#include "algorithm/group/sums.hpp"
#include "algorithm/product.hpp"
#include "algorithm/row_accumulator.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::group {
namespace {

using ir::ExprPtr, ir::Place, ir::Scalar, ir::var;

// Two words as a number.
constexpr ir::Representation two_words{.type = "pair"};
constexpr Width pair_width{2 * limb_bits}, word_width{limb_bits};

ir::Program renamed(ir::Program program, const char* name, const ir::Representation& type) {
    program.name = name;
    for (auto& it : program.inputs)
        if (it.representation == repr::num) it.representation = type;
    for (auto& it : program.outputs)
        if (it.representation == repr::num) it.representation = type;
    return program;
}

ir::Program add_product(int words) {
    ir::Builder builder("add_product");
    const Width width{limb_bits * words};
    const Words a = builder.input("a", repr::num, words), m = builder.input("m", repr::num, words);
    const ir::Operand w = builder.input("w", repr::word, 1)[0];
    RowAccumulator sum(builder, words + 1);
    sum.start_from(bounded(a, width), max_of(bounded(a, width)));
    sum.add_row(bounded(m, width), {w, UINT32_MAX}, 0, max_of(bounded(m, width)) * UINT32_MAX);
    Words r = words_of(sum.finish(0));
    const ir::Operand over = r.back();
    r.pop_back();
    builder.output("r", repr::num, r);
    builder.output("over", repr::word, {over});
    return std::move(builder).finish({{any_num(width, "a"), any_num(width, "m"), any_word("w")},
                                      var("r") + container(width) * var("over"),
                                      var("a") + var("m") * var("w"),
                                      {any_num(width, "r"), any_word("over")}});
}

// x goes up by a limb; `low` comes in at its lowest place. Its variable `up` is new.
void up_by_a_limb(const Lanes& lanes, const Place& x, const Place& up, const Scalar& low) {
    lanes.from_lane(up, x.limb(lanes.words - 1), ir::lane() - 1);
    lanes.each_limb("k", lanes.words - 1, [&](Place k) {
        const Scalar at = lanes.words - 1 - Scalar(k);
        lanes.builder.assign(x.limb(at), x.limb(at - 1));
    });
    lanes.builder.assign(x.limb(0), select(ir::lane(), up, low));
}

// The two top words of a normalised divisor, and what divisions by them need.
struct Top {
    Place d, minus_d, v;

    Top(const Lanes& lanes, const Place& of) {
        ir::RoutineBuilder& builder = lanes.builder;
        const auto two = [&](const char* name) {
            return builder.local(ir::number_named(name, two_words, 2));
        };
        const int limbs = lanes.count * lanes.words;
        d = two("top_d"), minus_d = two("minus_top_d"), v = lanes.word("v");
        for (const int k : {0, 1})
            builder.assign(d.limb(k), word_at(lanes, of, limbs - 2 + k, k == 0 ? "second_d" : "first_d"));
        builder.assign(minus_d.limb(0), 0 - d.limb(0));
        builder.assign(minus_d.limb(1), 0 - d.limb(1) - not_equal(d.limb(0), 0));
        const Place same = two("same_d"), none = lanes.word("none");
        builder.call("top_divisor", {d}, {same, none, v});
    }
};

}  // namespace

Divisor::Divisor(const Lanes& of, const Place& b)
    : lanes(of), d(of.number("d")), count(of.word("count")), by_zero(of.word("by_zero")) {
    ir::RoutineBuilder& builder = lanes.builder;
    builder.assign(by_zero, every_lane(lanes, all_zero(builder, "zeros", b)));
    builder.copy(d, b);
    builder.assign(d.limb(0), d.limb(0) | select(ir::lane(), 0, by_zero));
    length = bit_length_of(lanes, d);
    builder.assign(count, limb_bits * lanes.count * lanes.words - Scalar(length));
    builder.call("shl", {d, Scalar(count)}, {d});
    const Place needed = lanes.word("needed");
    builder.assign(needed, Scalar(count) / limb_bits + 1);
    steps = largest(lanes, needed, std::bit_width(static_cast<unsigned>(lanes.count * lanes.words)));
}

Scalar Divisor::used_bits() const { return Scalar(steps) * limb_bits; }
Scalar Divisor::unused_bits() const { return limb_bits * lanes.count * lanes.words - used_bits(); }

std::vector<ir::Program> division_leaves(int words) {
    return {renamed(algorithm::divisor(pair_width), "top_divisor", two_words),
            renamed(algorithm::quotient_limb(pair_width), "top_quotient", two_words),
            renamed(algorithm::divisor(word_width), "word_divisor", repr::word),
            renamed(algorithm::quotient_limb(word_width), "word_quotient", repr::word), add_product(words)};
}

ir::Routine divide(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "divide", library);
    const Lanes& lanes = all.lanes;
    ir::RoutineBuilder& builder = all.builder;
    const Place high = all.input("high"), low = all.input("low"), d = all.input("d"),
                steps = all.word_input("steps");
    const Place q = all.result("q"), r = all.output("remainder");
    const int limbs = lanes.count * lanes.words;
    const Place minus_d = lanes.zero("minus_d");
    difference(lanes, minus_d, minus_d, d, CarryOut::unused, "_d");
    const Top top(lanes, d);
    builder.copy(q, low);  // the limbs of q take the places of those that come down from it
    builder.copy(r, high);
    const Place next = lanes.word("next"), u2 = lanes.word("u2"), u1 = lanes.word("u1"),
                u0 = lanes.word("u0"), digit = lanes.word("digit"), over = lanes.word("over"),
                too_large = lanes.word("too_large"), some = lanes.word("some"), up_q = lanes.word("up_q"),
                up_r = lanes.word("up_r");
    const Place u = builder.local(ir::number_named("u", two_words, 2)),
                rest = builder.local(ir::number_named("rest", two_words, 2));
    builder.loop(ir::below("i", 0, Scalar(steps)), {}, [&](Place) {
        const auto word = [&](const Place& target, int index) {
            lanes.from_lane(target, r.limb(index % lanes.words), index / lanes.words);
        };
        lanes.from_lane(next, q.limb(lanes.words - 1), lanes.count - 1);
        word(u2, limbs - 1), word(u1, limbs - 2);
        limbs > 2 ? word(u0, limbs - 3) : builder.assign(u0, next);
        up_by_a_limb(lanes, r, up_r, next);
        builder.assign(u.limb(0), u1), builder.assign(u.limb(1), u2);
        builder.call("top_quotient", {u, Scalar(u0), top.d, top.minus_d, Scalar(top.v)}, {rest, digit});
        // if the top words are those of d, the limb is the largest there is
        builder.assign(digit, select(equal(u2, top.d.limb(1)) & equal(u1, top.d.limb(0)), UINT32_MAX, digit));
        // r - digit·d = r + digit·minus_d - digit·2^(32·limbs), and u2 has left r: digit is right or one too large
        builder.call("add_product", {r, minus_d, Scalar(digit)}, {r, over});
        const Place out = carry_up(lanes, r, over, 0, "_row", CarryOut::wanted);
        builder.assign(too_large, Scalar(digit) - Scalar(u2) - Scalar(out));
        builder.exchange(ir::Exchange::Kind::any, some, too_large);
        builder.when(some, [&] { sum_if(lanes, r, d, too_large, "_back"); });
        up_by_a_limb(lanes, q, up_q, Scalar(digit) - Scalar(too_large));
    });
    builder.routine().source =
        "normalised division (HAC, algorithm 14.20), limbs of the quotient by a reciprocal";
    builder.routine().bound = "a step for each limb that a quotient can have";
    const ExprPtr half = ir::pow2(static_cast<uint64_t>(all.width.container_bits()) - 1);
    const ExprPtr R = container(all.width);
    const ExprPtr unit = exp2(ir::integer(limb_bits) * (ir::integer(limbs) - var("steps")));
    return std::move(all).finish(
        "(2^(32*limbs)*high + low) / 2^(32*(limbs - steps)) divided by d, for high < d, d's top bit set",
        {{"high", var("d")}, any_num(all.width, "low"), {"d", R, half}, {"steps", ir::integer(limbs + 1)}},
        unit * (var("q") * var("d") + var("remainder")), R * var("high") + var("low"),
        {any_num(all.width, "q"), {"remainder", var("d")}});
}

ir::Routine divrem(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "divrem", library);
    const Lanes& lanes = all.lanes;
    ir::RoutineBuilder& builder = all.builder;
    const Place a = all.input("a"), b = all.input("b"), q = all.result("q"),
                remainder = all.output("remainder");
    const Place low = lanes.number("low"), r = lanes.number("r");
    const Divisor of(lanes, b);
    builder.call("shl", {a, of.unused_bits() + of.count}, {low});
    builder.call("shr", {a, of.used_bits() - of.count}, {r});
    builder.call("divide", {r, low, of.d, Scalar(of.steps)}, {q, r});
    builder.call("shr", {r, Scalar(of.count)}, {r});
    builder.call("lane_select", {Scalar(of.by_zero), a, r}, {remainder});
    lanes.each_limb("k", lanes.words,
                    [&](Place k) { builder.assign(q.limb(k), q.limb(k) | (0 - Scalar(of.by_zero))); });
    const ExprPtr R = container(all.width);
    return std::move(all).finish("floor(a / b) and a mod b; for b = 0 all ones and a", all.both(),
                                 var("q") + R * var("remainder"),
                                 if_else(var("b"), var("a") / var("b") + R * (var("a") % var("b")),
                                         (R - ir::integer(1)) + R * var("a")),
                                 all.any({"q", "remainder"}));
}

ir::Routine divrem1(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "divrem1", library);
    const Lanes& lanes = all.lanes;
    ir::RoutineBuilder& builder = all.builder;
    const Place a = all.input("a"), divisor = all.word_input("d"), q = all.result("q");
    const Place remainder = builder.output(ir::word_named("remainder"));
    const Place d = lanes.word("normalized"), count = lanes.word("count"), v = lanes.word("v"),
                lowest = lanes.word("lowest"), next = lanes.word("next"), up = lanes.word("up"),
                digit = lanes.word("digit"), r = lanes.word("r");
    builder.call("word_divisor", {Scalar(divisor)}, {d, count, v});
    lanes.from_lane(lowest, a.limb(0), 0);
    // the dividend a·2^count; what is over is its first remainder
    const Place last = word_at(lanes, a, lanes.count * lanes.words - 1, "last");
    builder.assign(r, (Scalar(last) >> 1) >> (limb_bits - 1 - Scalar(count)));
    builder.call("shl", {a, Scalar(count)}, {q});
    builder.loop(ir::below("i", 0, lanes.count * lanes.words), {}, [&](Place) {
        lanes.from_lane(next, q.limb(lanes.words - 1), lanes.count - 1);
        builder.call("word_quotient", {Scalar(r), Scalar(next), Scalar(d), 0 - Scalar(d), Scalar(v)},
                     {r, digit});
        up_by_a_limb(lanes, q, up, digit);
    });
    const Scalar by_zero = equal(divisor, 0);
    lanes.each_limb("k", lanes.words, [&](Place k) { builder.assign(q.limb(k), q.limb(k) | (0 - by_zero)); });
    builder.assign(remainder, select(by_zero, lowest, Scalar(r) >> count));
    builder.routine().source = "division by a reciprocal (Moller, Granlund 2011, algorithm 4)";
    builder.routine().bound = "a step for each limb";
    const ExprPtr R = container(all.width);
    std::vector<ir::Bound> required = all.any({"a"});
    required.push_back(any_word("d"));
    return std::move(all).finish("floor(a / d) and a mod d; for d = 0 all ones and the lowest limb of a",
                                 std::move(required), var("q") + R * var("remainder"),
                                 if_else(var("d"), var("a") / var("d") + R * (var("a") % var("d")),
                                         (R - ir::integer(1)) + R * (var("a") % ir::pow2(limb_bits))),
                                 {any_num(all.width, "q"), any_word("remainder")});
}

}  // namespace limbsmith::algorithm::group
