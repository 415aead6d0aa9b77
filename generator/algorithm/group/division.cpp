#include "algorithm/group/division.hpp"

#include "algorithm/division_contracts.hpp"
#include "algorithm/group/division_parts.hpp"
#include "algorithm/group/on_numbers.hpp"
#include "algorithm/group/shift.hpp"
#include "algorithm/group/sums.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::group {
namespace {

using ir::ExprPtr, ir::Place, ir::Scalar, ir::var;

Place pair(const Lanes& lanes, const char* name) {
    return lanes.builder.local(ir::number_named(name, two_words, 2));
}
void set_pair(const Lanes& lanes, const Place& it, const Scalar& high, const Scalar& low) {
    lanes.builder.assign(it.limb(0), low);
    lanes.builder.assign(it.limb(1), high);
}

ExprPtr limbs_as_bits(const ExprPtr& limbs) { return exp2(ir::integer(limb_bits) * limbs); }

}  // namespace

Divisor::Divisor(const Lanes& of, const Place& b)
    : d(of.number("d")), count(of.word("count")), steps(of.word("steps")) {
    of.builder.call("normalized", {b}, {d, count});
    of.builder.call("most", {Scalar(count) / limb_bits + 1}, {steps});
}

ir::Routine normalized(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "normalized", library);
    const Lanes& lanes = all.lanes;
    ir::RoutineBuilder& builder = all.builder;
    const Place b = all.input("b"), d = all.result("d"), count = builder.output(ir::word_named("count")),
                length = lanes.word("length");
    const int bits = all.width.container_bits();
    builder.call("bit_length", {b}, {length});
    builder.assign(count, bits - Scalar(length));
    builder.call(shl_limbs_key(group), {b, Scalar(count)}, {d});
    const Width width = all.width;
    const ExprPtr most = ir::integer(static_cast<uint64_t>(bits) - 1);
    return std::move(all).finish("b*2^count with the top bit set, for b > 0",
                                 {{"b", container(width), ir::integer(1)}}, var("d"),
                                 var("b") * exp2(var("count")),
                                 {{"count", most + ir::integer(1)},
                                  {"d", container(width), exp2(most - var("count")) * exp2(var("count"))}});
}

namespace {

// The facts of d that a step has: its top bit is set, its two top words, and v, their reciprocal.
std::vector<ir::Bound> known_of_divisor(Width width) {
    const uint64_t bits = width.container_bits();
    const ExprPtr d = var("d"), word = ir::pow2(limb_bits);
    const ExprPtr top = bits == 2 * limb_bits ? d : d / ir::pow2(bits - 2 * limb_bits);
    return {{"r", d},
            any_word("low"),
            normalized_bound(width, "d"),
            exactly("first_d", d / ir::pow2(bits - limb_bits)),
            exactly("second_d", top - word * var("first_d")),
            exactly("v", reciprocal_of({2 * limb_bits}, var("second_d") + word * var("first_d")))};
}

// The digit of a quotient, or one more.
ir::Bound estimate(const char* name) {
    const ExprPtr digit = (ir::pow2(limb_bits) * var("r") + var("low")) / var("d");
    return {name, digit + ir::integer(2), digit};
}
ir::Bound top_limb(Width width, const char* name) {
    return exactly(name, var("r") / ir::pow2(width.container_bits() - limb_bits));
}

}  // namespace

ir::Routine quotient_digit(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "quotient_digit", library);
    const Lanes& lanes = all.lanes;
    ir::RoutineBuilder& builder = all.builder;
    const Place r = all.input("r"), low = all.word_input("low");
    all.input("d");
    const Place first_d = all.word_input("first_d"), second_d = all.word_input("second_d"),
                v = all.word_input("v");
    const Place q = builder.output(ir::word_named("q")), u2 = builder.output(ir::word_named("top"));
    const Place u = pair(lanes, "u"), top_d = pair(lanes, "top_d"), rest = pair(lanes, "rest");
    const Place u1 = lanes.word("u1"), u0 = lanes.word("u0"), same = lanes.word("same_top");
    if (lanes.count * lanes.words > 2) {
        builder.call("highest3", {r}, {u0, u1, u2});
    } else {
        builder.call("highest2", {r}, {u1, u2});
        builder.assign(u0, low);
    }
    // if the top words are those of d, the digit is the largest there is, and no quotient of them
    builder.assign(same, equal(u2, first_d) & equal(u1, second_d));
    set_pair(lanes, u, Scalar(u2) - Scalar(same), u1);
    set_pair(lanes, top_d, first_d, second_d);
    builder.call("top_quotient", {u, Scalar(u0), top_d, Scalar(v)}, {rest, q});
    builder.assign(q, select(same, UINT32_MAX, q));
    const Width width = all.width;
    const ir::Bound limb = top_limb(width, "top");
    return std::move(all).finish("(2^32*r + low) / d, or one more; and the top limb of r",
                                 known_of_divisor(width), var("top"), limb.at_least,
                                 {estimate("q"), any_word("top")});
}

ir::Routine subtract_digit(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "subtract_digit", library);
    const Lanes& lanes = all.lanes;
    ir::RoutineBuilder& builder = all.builder;
    const Place r = all.input("r"), low = all.word_input("low"), d = all.input("d"),
                minus_d = all.input("minus_d"), digit = all.word_input("digit"), top = all.word_input("top");
    const Place remainder = all.result("remainder"), q = builder.output(ir::word_named("q"));
    const Place x = lanes.number("x"), over = lanes.word("over"), too_large = lanes.word("too_large"),
                some = lanes.word("some");
    builder.call("up_by_limb", {r, Scalar(low)}, {x});
    // x - digit·d = x + digit·minus_d - digit·2^(32·limbs), and the top limb has left x: if the digit is one too large,
    // this is negative
    builder.call("add_multiple", {x, minus_d, Scalar(digit)}, {remainder, over});
    builder.assign(q, Scalar(top) + Scalar(over));
    builder.assign(too_large, not_equal(q, digit));
    builder.exchange(ir::Exchange::Kind::any, some, too_large);
    builder.when(some, [&] { builder.call("add_back", {remainder, d, Scalar(too_large)}, {remainder}); });
    const Width width = all.width;
    ir::Contract contract = quotient_contract(width);
    const ExprPtr right = estimate("digit").at_least;
    contract.requires_ = {{"r", var("d")},
                          any_word("low"),
                          any_num(width, "d"),
                          exactly("minus_d", container(width) - var("d")),
                          exactly("digit", right + less(right, var("digit"))),
                          top_limb(width, "top")};
    return std::move(all).finish("(2^32*r + low) / d, one limb, and the remainder",
                                 std::move(contract.requires_), contract.left, contract.right,
                                 std::move(contract.ensures));
}

ir::Routine divide_step(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "divide_step", library);
    const Lanes& lanes = all.lanes;
    ir::RoutineBuilder& builder = all.builder;
    const Place r = all.input("r"), low = all.word_input("low"), d = all.input("d"),
                minus_d = all.input("minus_d"), first_d = all.word_input("first_d"),
                second_d = all.word_input("second_d"), v = all.word_input("v");
    const Place remainder = all.result("remainder"), q = builder.output(ir::word_named("q"));
    const Place digit = lanes.word("digit"), top = lanes.word("top");
    builder.call("quotient_digit", {r, Scalar(low), d, Scalar(first_d), Scalar(second_d), Scalar(v)},
                 {digit, top});
    builder.call("subtract_digit", {r, Scalar(low), d, minus_d, Scalar(digit), Scalar(top)}, {remainder, q});
    const Width width = all.width;
    ir::Contract contract = quotient_contract(width);
    contract.requires_ = known_of_divisor(width);
    contract.requires_.push_back(exactly("minus_d", container(width) - var("d")));
    return std::move(all).finish("(2^32*r + low) / d, one limb, and the remainder",
                                 std::move(contract.requires_), contract.left, contract.right,
                                 std::move(contract.ensures));
}

ir::Routine divide(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "divide", library);
    const Lanes& lanes = all.lanes;
    ir::RoutineBuilder& builder = all.builder;
    const Place high = all.input("high"), low = all.input("low"), d = all.input("d"),
                steps = all.word_input("steps");
    const Place q = all.result("q"), r = all.output("remainder");
    const int limbs = lanes.count * lanes.words;
    const Place minus_d = lanes.number("minus_d"), top_d = pair(lanes, "top_d");
    const Place first_d = lanes.word("first_d"), second_d = lanes.word("second_d"), v = lanes.word("v"),
                next = lanes.word("next"), digit = lanes.word("digit");
    builder.call("opposite", {d}, {minus_d});
    builder.call("highest2", {d}, {second_d, first_d});
    set_pair(lanes, top_d, first_d, second_d);
    builder.call("top_reciprocal", {top_d}, {v});
    builder.copy(q, low);  // the limbs of q take the places of those that come down from it
    builder.copy(r, high);
    const ExprPtr R = container(all.width), n = ir::integer(static_cast<uint64_t>(limbs));
    const ExprPtr dividend = R * var("high") + var("low");
    const ExprPtr found = var("q") % limbs_as_bits(var("i")), to_come = var("q") / limbs_as_bits(var("i"));
    builder.loop(ir::below("i", 0, Scalar(steps)),
                 {{{limbs_as_bits(n - var("i")) * (found * var("d") + var("remainder")) + to_come, dividend}},
                  {{"remainder", var("d")}}},
                 [&](Place) {
                     builder.call("highest1", {q}, {next});
                     builder.call("divide_step",
                                  {r, Scalar(next), d, minus_d, Scalar(first_d), Scalar(second_d), Scalar(v)},
                                  {r, digit});
                     builder.call("up_by_limb", {q, Scalar(digit)}, {q});
                 });
    builder.routine().source =
        "normalised division (HAC, algorithm 14.20), limbs of the quotient by a reciprocal";
    builder.routine().bound = "a step for each limb that a quotient can have";
    const ExprPtr unit = limbs_as_bits(n - var("steps"));
    const Width width = all.width;
    return std::move(all).finish(
        "(2^(32*limbs)*high + low) / 2^(32*(limbs - steps)) divided by d, for high < d, d's top bit set",
        {{"high", var("d")},
         any_num(width, "low"),
         normalized_bound(width, "d"),
         {"steps", n + ir::integer(1)},
         exactly("low", var("low") / unit * unit)},
        var("q") * var("d") + var("remainder"), dividend / unit,
        {any_num(width, "q"), {"remainder", var("d")}});
}

ir::Routine align_dividend(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "align_dividend", library);
    const Lanes& lanes = all.lanes;
    const Place a = all.input("a"), count = all.word_input("count"), steps = all.word_input("steps");
    const Place low = all.result("low"), high = all.output("high");
    const Scalar used = Scalar(steps) * limb_bits;
    all.builder.call(shl_limbs_key(group), {a, limb_bits * lanes.count * lanes.words - used + count}, {low});
    all.builder.call("shr", {a, used - Scalar(count)}, {high});
    const ExprPtr n = ir::integer(static_cast<uint64_t>(lanes.count * lanes.words));
    const Width width = all.width;
    return std::move(all).finish("a*2^(count + 32*(limbs - steps)) = 2^(32*limbs)*high + low",
                                 {any_num(width, "a"),
                                  {"steps", n + ir::integer(1), ir::integer(1)},
                                  {"count", ir::integer(limb_bits) * var("steps")}},
                                 container(width) * var("high") + var("low"),
                                 var("a") * exp2(ir::integer(limb_bits) * (n - var("steps")) + var("count")),
                                 {any_num(width, "low"), {"high", ir::pow2(width.container_bits() - 1)}});
}

ir::Routine divide_positive(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "divide_positive", library);
    const Lanes& lanes = all.lanes;
    ir::RoutineBuilder& builder = all.builder;
    const Place a = all.input("a"), b = all.input("b"), q = all.result("q"),
                remainder = all.output("remainder");
    const Place low = lanes.number("low"), high = lanes.number("high"), r = lanes.number("r");
    const Divisor of(lanes, b);
    builder.call("align_dividend", {a, Scalar(of.count), Scalar(of.steps)}, {low, high});
    builder.call("divide", {high, low, of.d, Scalar(of.steps)}, {q, r});
    builder.call("shr", {r, Scalar(of.count)}, {remainder});
    const Width width = all.width;
    return std::move(all).finish(
        "floor(a / b) and a mod b, for b > 0", {any_num(width, "a"), {"b", container(width), ir::integer(1)}},
        var("q") * var("b") + var("remainder"), var("a"), {any_num(width, "q"), {"remainder", var("b")}});
}

ir::Routine divrem(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "divrem", library);
    const Lanes& lanes = all.lanes;
    ir::RoutineBuilder& builder = all.builder;
    const Place a = all.input("a"), b = all.input("b"), q = all.result("q"),
                remainder = all.output("remainder");
    const Place d = lanes.number("d"), by_zero = lanes.word("by_zero"), r = lanes.number("r"),
                ones = lanes.number("ones");
    builder.call("at_least_one", {b}, {d, by_zero});
    builder.call("divide_positive", {a, d}, {q, r});
    builder.copy(ones, std::vector<uint32_t>(static_cast<size_t>(lanes.words), UINT32_MAX));
    cut(lanes, ones);
    builder.call("choose", {Scalar(by_zero), a, r}, {remainder});
    builder.call("choose", {Scalar(by_zero), ones, q}, {q});
    const ExprPtr R = container(all.width), all_ones = container(all.values) - ir::integer(1);
    return std::move(all).finish(
        "floor(a / b) and a mod b; for b = 0 all ones and a", all.both(), var("q") + R * var("remainder"),
        if_else(var("b"), var("a") / var("b") + R * (var("a") % var("b")), all_ones + R * var("a")),
        all.any({"q", "remainder"}));
}

ir::Routine divrem1(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "divrem1", library);
    const Lanes& lanes = all.lanes;
    ir::RoutineBuilder& builder = all.builder;
    const Place a = all.input("a"), divisor = all.word_input("d"), q = all.result("q");
    const Place remainder = builder.output(ir::word_named("remainder"));
    const Place d = lanes.word("normalized"), count = lanes.word("count"), v = lanes.word("v"),
                lowest = lanes.word("lowest"), last = lanes.word("last"), next = lanes.word("next"),
                digit = lanes.word("digit"), r = lanes.word("r");
    const Place ones = lanes.number("ones");
    builder.call("word_divisor", {Scalar(divisor)}, {d, count, v});
    lanes.from_lane(lowest, a.limb(0), 0);
    // the dividend is a·2^count; the bits above its limbs are the first remainder
    builder.call("highest1", {a}, {last});
    builder.assign(r, (Scalar(last) >> 1) >> (limb_bits - 1 - Scalar(count)));
    builder.call(shl_limbs_key(group), {a, Scalar(count)}, {q});
    const ExprPtr found = var("q") % limbs_as_bits(var("i")), to_come = var("q") / limbs_as_bits(var("i"));
    const int limbs = lanes.count * lanes.words;
    const ExprPtr n = ir::integer(static_cast<uint64_t>(limbs));
    builder.loop(ir::below("i", 0, limbs),
                 {{{limbs_as_bits(n - var("i")) * (found * var("normalized") + var("r")) + to_come,
                    var("a") * exp2(var("count"))}},
                  {{"r", var("normalized")}}},
                 [&](Place) {
                     builder.call("highest1", {q}, {next});
                     builder.call("word_quotient",
                                  {Scalar(r), Scalar(next), Scalar(d), 0 - Scalar(d), Scalar(v)}, {r, digit});
                     builder.call("up_by_limb", {q, Scalar(digit)}, {q});
                 });
    const Scalar by_zero = equal(divisor, 0);
    builder.copy(ones, std::vector<uint32_t>(static_cast<size_t>(lanes.words), UINT32_MAX));
    cut(lanes, ones);
    builder.call("choose", {by_zero, ones, q}, {q});
    builder.assign(remainder, select(by_zero, lowest, Scalar(r) >> count));
    builder.routine().source = "division by a reciprocal (Moller, Granlund 2011, algorithm 4)";
    builder.routine().bound = "a step for each limb";
    const ExprPtr R = container(all.width), all_ones = container(all.values) - ir::integer(1);
    std::vector<ir::Bound> required = all.any({"a"});
    required.push_back(any_word("d"));
    return std::move(all).finish("floor(a / d) and a mod d; for d = 0 all ones and the lowest limb of a",
                                 std::move(required), var("q") + R * var("remainder"),
                                 if_else(var("d"), var("a") / var("d") + R * (var("a") % var("d")),
                                         all_ones + R * (var("a") % ir::pow2(limb_bits))),
                                 {any_num(all.width, "q"), any_word("remainder")});
}

std::vector<ir::Routine (*)(const Group&, const ir::Library&)> word_division_routines() {
    return {up_by_limb, highest1, choose};
}

std::vector<ir::Routine (*)(const Group&, const ir::Library&)> division_routines(const Group& group) {
    std::vector<ir::Routine (*)(const Group&, const ir::Library&)> all{
        up_by_limb, add_multiple, add_back, opposite, at_least_one,
        highest1,   highest2,     choose,   most,     normalized};
    if (group.lanes * group.words > 2) all.push_back(highest3);
    all.insert(all.end(),
               {quotient_digit, subtract_digit, divide_step, divide, align_dividend, divide_positive});
    return all;
}

}  // namespace limbsmith::algorithm::group
