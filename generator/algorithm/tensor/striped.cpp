#include "algorithm/tensor/striped.hpp"

#include "algorithm/ntt/passes.hpp"

namespace limbsmith::algorithm::tensor {

using group::Lanes;
using ir::Place, ir::Scalar;

namespace {

// Bit l of limb i of `into`: a carry into word 32·i + l, where G and P have the bits of words that generate a carry and of those
// that pass one on, in `count` limbs, and `in` is a carry into word 0. It is (2G + P) xor P, as in group/carries.hpp; that sum
// is one of numbers here. `out` is the carry out of the last word.
struct Carries {
    Place into;
    Scalar out;
};
Carries look_ahead(const Lanes& lanes, const Place& G, const Place& P, int count, const Scalar& in,
                   const std::string& suffix) {
    ir::RoutineBuilder& builder = lanes.builder;
    const Place twice = lanes.number("twice_generate" + suffix), into = lanes.number("carries" + suffix),
                top = lanes.word("top_generates" + suffix), out = lanes.word("carried" + suffix);
    builder.assign(top, in);
    lanes.each_limb("i", count, [&](Place i) {
        builder.assign(twice.limb(i), (G.limb(i) << 1) | Scalar(top));
        builder.assign(top, G.limb(i) >> (limb_bits - 1));
    });
    // limbs above stand for no words: the carry goes into the first of them
    lanes.each_limb("i", lanes.words - count, [&](Place i) {
        builder.assign(twice.limb(Scalar(i) + count), 0);
        builder.assign(P.limb(Scalar(i) + count), 0);
    });
    builder.call("lane_add", {twice, P}, {into, out});
    const Scalar carried = count < lanes.words ? Scalar(into.limb(count)) : Scalar(out);
    const Place sum = lanes.word("carry_out" + suffix);
    builder.assign(sum, carried + Scalar(top));
    lanes.each_limb("i", count, [&](Place i) { builder.assign(into.limb(i), into.limb(i) ^ P.limb(i)); });
    return {into, sum};
}

Scalar carry_into(const Carries& carries, const Place& i) {
    return not_equal(carries.into.limb(i) & (Scalar(1) << ir::lane()), 0);
}

// Where limb i of a lane lies among the words of a number.
Scalar blocked_place(const Lanes& lanes, const Place& i, const Exchanged& in) {
    const Scalar word = ir::lane() * lanes.words + Scalar(i);
    return (in.row == lanes.count ? word : ntt::padded(word)) + in.first;
}
Scalar striped_place(const Lanes&, const Place& i, const Exchanged& in) {
    return ir::lane() + (Scalar(i) * in.row + in.first);
}

void write_words(const Lanes& lanes, const Exchanged& in, const Place& number, const auto& place_of) {
    lanes.each_limb("i", lanes.words, [&](Place i) {
        lanes.builder.assign(in.memory[place_of(lanes, i, in)], number.limb(i));
    });
}
void read_words(const Lanes& lanes, const Exchanged& in, const Place& r, const auto& place_of) {
    lanes.each_limb("i", lanes.words,
                    [&](Place i) { lanes.builder.assign(r.limb(i), in.memory[place_of(lanes, i, in)]); });
}

}  // namespace

Place words_below(const Lanes& lanes, const Place& below, const Place& number, int count, const Scalar& first,
                  const std::string& suffix) {
    const Place rotated = lanes.word("rotated" + suffix), last = lanes.word("last_rotated" + suffix);
    lanes.builder.assign(last, first);
    lanes.each_limb("i", count, [&](Place i) {
        lanes.from_lane(rotated, number.limb(i), ir::lane() - 1);
        lanes.builder.assign(below.limb(i), select(ir::lane(), rotated, last));
        lanes.builder.assign(last, rotated);
    });
    return last;
}

Scalar striped_sum(const Lanes& lanes, const Place& r, const Place& x, const Place& y, int count,
                   const Scalar& in, const std::string& suffix) {
    ir::RoutineBuilder& builder = lanes.builder;
    const Place G = lanes.number("generate" + suffix), P = lanes.number("propagate" + suffix);
    lanes.each_limb("i", count, [&](Place i) {
        builder.assign(r.limb(i), x.limb(i) + y.limb(i));
        builder.exchange(ir::Exchange::Kind::ballot, G.limb(i), less(r.limb(i), y.limb(i)));
        builder.exchange(ir::Exchange::Kind::ballot, P.limb(i), equal(r.limb(i), UINT32_MAX));
    });
    const Carries carries = look_ahead(lanes, G, P, count, in, suffix);
    lanes.each_limb("i", count,
                    [&](Place i) { builder.assign(r.limb(i), r.limb(i) + carry_into(carries, i)); });
    return carries.out;
}

Carry striped_words(const Lanes& lanes, const Place& r, const Place& digits, const Place& overs, int count,
                    const Carry& first, const std::string& suffix) {
    const Place ups = lanes.number("ups" + suffix);
    const Place last = words_below(lanes, ups, overs, count, first.over, suffix);
    return {last, striped_sum(lanes, r, digits, ups, count, first.bit, suffix)};
}

Place for_all_lanes(const Lanes& lanes, const Carry& carry, const std::string& suffix) {
    const Place all = lanes.word("over" + suffix);
    lanes.from_lane(all, carry.over, 0);
    lanes.builder.assign(all, Scalar(all) + carry.bit);
    return all;
}

void settle_striped(const Lanes& lanes, const Place& r, const Place& over, const Place& m,
                    const std::string& suffix) {
    ir::RoutineBuilder& builder = lanes.builder;
    const Place rest = lanes.number("less" + suffix), G = lanes.number("borrow" + suffix),
                P = lanes.number("pass" + suffix), keep = lanes.word("keep" + suffix);
    lanes.each_limb("i", lanes.words, [&](Place i) {
        builder.assign(rest.limb(i), r.limb(i) - m.limb(i));
        builder.exchange(ir::Exchange::Kind::ballot, G.limb(i), less(r.limb(i), m.limb(i)));
        builder.exchange(ir::Exchange::Kind::ballot, P.limb(i), equal(rest.limb(i), 0));
    });
    const Carries borrows = look_ahead(lanes, G, P, lanes.words, 0, "_less" + suffix);
    // the sum is below 2m, so `over` is 0 or 1
    builder.assign(keep, less(over, borrows.out));
    lanes.each_limb("i", lanes.words,
                    [&](Place i) { builder.assign(rest.limb(i), rest.limb(i) - carry_into(borrows, i)); });
    builder.call("lane_select", {Scalar(keep), r, rest}, {r});
}

void to_striped(const Lanes& lanes, const Exchanged& in, const Place& r, const Place& number) {
    write_words(lanes, in, number, blocked_place);
    lanes.builder.barrier();
    read_words(lanes, in, r, striped_place);
}

void to_blocked(const Lanes& lanes, const Exchanged& in, const Place& r, const Place& number) {
    write_words(lanes, in, number, striped_place);
    lanes.builder.barrier();
    read_words(lanes, in, r, blocked_place);
}

}  // namespace limbsmith::algorithm::tensor
