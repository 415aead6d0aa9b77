#include "algorithm/group/product_parts.hpp"

#include "spec/representations.hpp"

namespace limbsmith::algorithm::group {

using ir::Place, ir::Scalar;

// Parts 0 and 1 are those of a_0·b_0, 1 and 2 of both a_0·b_1 and a_1·b_0, 2 and 3 of a_1·b_1. Lane 0 has the parts 0 and 2,
// lane 1 the others. So of a_i·b_i a lane keeps the outer half and gives the inner one; of a_i·b_(1-i) lane 0 keeps the
// upper half, lane 1 the lower one.
ProductParts::ProductParts(const Lanes& lanes, const Place& a, const Place& b)
    : low(lanes.number("low_part")),
      high(lanes.number("high_part")),
      low_over(lanes.word("low_over")),
      high_over(lanes.word("high_over")) {
    ir::RoutineBuilder& builder = lanes.builder;
    const int L = lanes.words;
    const auto wide = [&](const char* name) {
        return builder.local(ir::number_named(name, repr::wide, 2 * L));
    };
    const Place straight = wide("straight"), crossed = wide("crossed");
    const Place other = lanes.number("other"), given = lanes.number("given"), middle = lanes.number("middle");
    const Place over = lanes.word("part_over"), carry = lanes.word("part_carry");
    const Scalar is_lower = equal(ir::lane(), 0);
    const auto one_of = [&](const Place& lower, int lower_from, const Place& upper, int upper_from, Place k) {
        return select(is_lower, lower.limb(Scalar(k) + lower_from), upper.limb(Scalar(k) + upper_from));
    };
    builder.call("lane_mul", {a, b}, {straight});
    lanes.each_limb("k", L, [&](Place k) { lanes.from_lane(other.limb(k), b.limb(k), ir::lane() + 1); });
    builder.call("lane_mul", {a, other}, {crossed});
    lanes.each_limb("k", L, [&](Place k) {
        builder.assign(given.limb(k), one_of(straight, L, straight, 0, k));
        builder.assign(middle.limb(k), one_of(crossed, 0, crossed, L, k));
    });
    builder.call("lane_add", {given, middle}, {given, over});
    lanes.each_limb("k", L, [&](Place k) {
        lanes.from_lane(given.limb(k), given.limb(k), ir::lane() + 1);
        builder.assign(middle.limb(k), one_of(crossed, L, crossed, 0, k));
    });
    lanes.from_lane(over, over, ir::lane() + 1);
    builder.call("lane_add", {middle, given}, {middle, carry});
    builder.assign(over, Scalar(over) + Scalar(carry));
    lanes.each_limb("k", L, [&](Place k) {
        builder.assign(low.limb(k), one_of(straight, 0, middle, 0, k));
        builder.assign(high.limb(k), one_of(middle, 0, straight, L, k));
    });
    builder.assign(low_over, select(is_lower, 0, over));
    builder.assign(high_over, select(is_lower, over, 0));
}

}  // namespace limbsmith::algorithm::group
