#include "algorithm/tensor/striped.hpp"

namespace limbsmith::algorithm::tensor {

using group::Lanes, group::CarryOut;
using ir::Place, ir::Scalar;

namespace {

Place word_for(const Lanes& lanes, const std::string& name) {
    return lanes.builder.local(ir::word_named(name));
}
Place number_for(const Lanes& lanes, const std::string& name) {
    return lanes.builder.local(ir::number_named(name, lanes.type, lanes.words));
}

// Bit l of limb i of `into`: a carry into word 32·i + l, where G and P have the bits of words that generate a carry and of those
// that pass one on. It is (2G + P) xor P, as in group/carries.hpp; that sum is one of numbers here. `out` is the carry out of
// the last word, where it is wanted.
struct Carries {
    Place into, out;
};
Carries look_ahead(const Lanes& lanes, const Place& G, const Place& P, CarryOut wanted,
                   const std::string& suffix) {
    ir::RoutineBuilder& builder = lanes.builder;
    const Place twice = number_for(lanes, "twice_generate" + suffix),
                into = number_for(lanes, "carries" + suffix), top = word_for(lanes, "top_generates" + suffix),
                out = word_for(lanes, "carried" + suffix);
    builder.assign(top, 0);
    lanes.each_limb("i", lanes.words, [&](Place i) {
        builder.assign(twice.limb(i), (G.limb(i) << 1) | Scalar(top));
        builder.assign(top, G.limb(i) >> (limb_bits - 1));
    });
    builder.call("lane_add", {twice, P}, {into, out});
    lanes.each_limb("i", lanes.words,
                    [&](Place i) { builder.assign(into.limb(i), into.limb(i) ^ P.limb(i)); });
    if (wanted == CarryOut::wanted) builder.assign(out, Scalar(out) + Scalar(top));
    return {into, out};
}

Scalar carry_into(const Carries& carries, const Place& i) {
    return not_equal(carries.into.limb(i) & (Scalar(1) << ir::lane()), 0);
}

}  // namespace

Place words_below(const Lanes& lanes, const Place& below, const Place& number, const Scalar& first,
                  const std::string& suffix) {
    const Place rotated = word_for(lanes, "rotated" + suffix),
                last = word_for(lanes, "last_rotated" + suffix);
    lanes.builder.assign(last, first);
    lanes.each_limb("i", lanes.words, [&](Place i) {
        lanes.from_lane(rotated, number.limb(i), ir::lane() - 1);
        lanes.builder.assign(below.limb(i), select(ir::lane(), rotated, last));
        lanes.builder.assign(last, rotated);
    });
    return last;
}

Place striped_sum(const Lanes& lanes, const Place& r, const Place& digits, const Place& overs,
                  const Scalar& first, CarryOut out, const std::string& suffix) {
    ir::RoutineBuilder& builder = lanes.builder;
    const Place ups = number_for(lanes, "ups" + suffix), G = number_for(lanes, "generate" + suffix),
                P = number_for(lanes, "propagate" + suffix);
    const Place last = words_below(lanes, ups, overs, first, suffix);
    lanes.each_limb("i", lanes.words, [&](Place i) {
        builder.assign(r.limb(i), digits.limb(i) + ups.limb(i));
        builder.exchange(ir::Exchange::Kind::ballot, G.limb(i), less(r.limb(i), ups.limb(i)));
        builder.exchange(ir::Exchange::Kind::ballot, P.limb(i), equal(r.limb(i), UINT32_MAX));
    });
    const Carries carries = look_ahead(lanes, G, P, out, suffix);
    lanes.each_limb("i", lanes.words,
                    [&](Place i) { builder.assign(r.limb(i), r.limb(i) + carry_into(carries, i)); });
    if (out == CarryOut::unused) return {};
    const Place over = word_for(lanes, "over" + suffix);
    lanes.from_lane(over, last, 0);
    builder.assign(over, Scalar(over) + Scalar(carries.out));
    return over;
}

void settle_striped(const Lanes& lanes, const Place& r, const Place& over, const Place& m,
                    const std::string& suffix) {
    ir::RoutineBuilder& builder = lanes.builder;
    const Place rest = number_for(lanes, "less" + suffix), G = number_for(lanes, "borrow" + suffix),
                P = number_for(lanes, "pass" + suffix), keep = word_for(lanes, "keep" + suffix);
    lanes.each_limb("i", lanes.words, [&](Place i) {
        builder.assign(rest.limb(i), r.limb(i) - m.limb(i));
        builder.exchange(ir::Exchange::Kind::ballot, G.limb(i), less(r.limb(i), m.limb(i)));
        builder.exchange(ir::Exchange::Kind::ballot, P.limb(i), equal(rest.limb(i), 0));
    });
    const Carries borrows = look_ahead(lanes, G, P, CarryOut::wanted, "_less" + suffix);
    // the sum is below 2m, so `over` is 0 or 1
    builder.assign(keep, less(over, borrows.out));
    lanes.each_limb("i", lanes.words,
                    [&](Place i) { builder.assign(rest.limb(i), rest.limb(i) - carry_into(borrows, i)); });
    builder.call("lane_select", {Scalar(keep), r, rest}, {r});
}

void to_striped(const Lanes& lanes, const Place& memory, int first, const Place& r, const Place& number) {
    ir::RoutineBuilder& builder = lanes.builder;
    lanes.each_limb("i", lanes.words, [&](Place i) {
        builder.assign(memory[ir::lane() * lanes.words + (Scalar(i) + first)], number.limb(i));
    });
    builder.barrier();
    lanes.each_limb("i", lanes.words, [&](Place i) {
        builder.assign(r.limb(i), memory[ir::lane() + (Scalar(i) * lanes.count + first)]);
    });
}

void to_blocked(const Lanes& lanes, const Place& memory, int first, const Place& r, const Place& number) {
    ir::RoutineBuilder& builder = lanes.builder;
    lanes.each_limb("i", lanes.words, [&](Place i) {
        builder.assign(memory[ir::lane() + (Scalar(i) * lanes.count + first)], number.limb(i));
    });
    builder.barrier();
    lanes.each_limb("i", lanes.words, [&](Place i) {
        builder.assign(r.limb(i), memory[ir::lane() * lanes.words + (Scalar(i) + first)]);
    });
}

}  // namespace limbsmith::algorithm::tensor
