#include "algorithm/group/sums.hpp"

namespace limbsmith::algorithm::group {

using ir::Place, ir::Scalar;

namespace {

Place local_word(const Lanes& lanes, const char* name, const std::string& suffix) {
    return lanes.builder.local(ir::word_named(name + suffix));
}

// r = r + the carry from the lanes below, whose own sums `generate`.
Place settle_carries(const Lanes& lanes, const Place& r, const Place& generates, CarryOut out,
                     const std::string& suffix) {
    const Place ones = all_ones(lanes.builder, "ones" + suffix, r);
    const Carries carries = look_ahead(lanes.builder, generates, ones, suffix, out);
    lanes.builder.call("add_word", {r, Scalar(carries.in)}, {r, generates});
    return carries.out;
}

}  // namespace

Place sum(const Lanes& lanes, const Place& r, const Place& a, const Place& b, CarryOut out,
          const std::string& suffix) {
    const Place generates = local_word(lanes, "generates", suffix);
    lanes.builder.call("lane_add", {a, b}, {r, generates});
    return settle_carries(lanes, r, generates, out, suffix);
}

Place difference(const Lanes& lanes, const Place& r, const Place& a, const Place& b, CarryOut out,
                 const std::string& suffix) {
    const Place borrows = local_word(lanes, "borrows", suffix);
    lanes.builder.call("lane_sub", {a, b}, {r, borrows});
    const Place zeros = all_zero(lanes.builder, "zeros" + suffix, r);
    const Carries carries = look_ahead(lanes.builder, borrows, zeros, suffix, out);
    lanes.builder.call("sub_word", {r, Scalar(carries.in)}, {r, borrows});
    return carries.out;
}

void wide_sum(const Lanes& lanes, const Place& r, const Place& b) {
    ir::RoutineBuilder& builder = lanes.builder;
    const Place generates = lanes.word("generates"), ones = lanes.word("ones");
    builder.call("wide_add", {r, b}, {r, generates});
    builder.assign(ones, UINT32_MAX);
    lanes.each_limb("i", 2 * lanes.words, [&](Place i) { builder.assign(ones, Scalar(ones) & r.limb(i)); });
    builder.assign(ones, equal(ones, UINT32_MAX));
    const Carries carry = look_ahead(builder, generates, ones, {}, CarryOut::unused);
    builder.call("wide_add_word", {r, Scalar(carry.in)}, {r, generates});
}

void sum_by_halves(const Lanes& lanes, const Place& low, const Place& high, const Place& x, const Place& y,
                   const Place& over, const std::function<void(int first)>& read) {
    read(0);
    const Place carry = sum(lanes, low, x, y, CarryOut::wanted, "_low");
    read(lanes.count * lanes.words);
    lanes.builder.call("lane_add", {x, y}, {high, over});
    carry_up(lanes, high, over, carry, "_high", CarryOut::unused);
}

void sum_of(const Lanes& lanes, const Place& r, const std::vector<Place>& terms, const std::string& suffix) {
    const Place carry = local_word(lanes, "carry", suffix), over = local_word(lanes, "over", suffix);
    lanes.builder.call("lane_add", {terms[0], terms[1]}, {r, over});
    for (size_t i = 2; i < terms.size(); ++i) {
        lanes.builder.call("lane_add", {r, terms[i]}, {r, carry});
        lanes.builder.assign(over, Scalar(over) + Scalar(carry));
    }
    carry_up(lanes, r, over, 0, suffix, CarryOut::unused);
}

void sum_if(const Lanes& lanes, const Place& r, const Place& b, const Scalar& bit,
            const std::string& suffix) {
    const Place generates = local_word(lanes, "generates", suffix);
    lanes.builder.call("add_if", {r, Scalar(0), b, bit}, {r, generates});
    settle_carries(lanes, r, generates, CarryOut::unused, suffix);
}

Place carry_up(const Lanes& lanes, const Place& part, const Place& over, const Scalar& first,
               const std::string& suffix, CarryOut wanted) {
    ir::RoutineBuilder& builder = lanes.builder;
    const Place up = local_word(lanes, "up", suffix), generates = local_word(lanes, "generates", suffix);
    lanes.from_lane(up, over, ir::lane() - 1);
    builder.call("add_word", {part, select(ir::lane(), up, first)}, {part, generates});
    const Place carry = settle_carries(lanes, part, generates, wanted, suffix);
    if (wanted == CarryOut::unused) return {};
    const Place out = local_word(lanes, "out", suffix);
    lanes.from_lane(out, over, lanes.count - 1);
    builder.assign(out, Scalar(out) + Scalar(carry));
    return out;
}

void or_of_lanes(const Lanes& lanes, const Place& word, const std::string& suffix) {
    const Place other = local_word(lanes, "other", suffix);
    for (int distance = 1; distance < lanes.count; distance *= 2) {
        lanes.from_lane(other, word, ir::lane() + distance);
        lanes.builder.assign(word, Scalar(word) | Scalar(other));
    }
}

Place word_at(const Lanes& lanes, const Place& number, int index, const std::string& name) {
    const Place word = lanes.builder.local(ir::word_named(name));
    lanes.from_lane(word, number.limb(index % lanes.words), index / lanes.words);
    return word;
}

}  // namespace limbsmith::algorithm::group
