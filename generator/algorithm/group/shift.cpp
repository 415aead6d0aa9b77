#include "algorithm/group/shift.hpp"

#include "algorithm/group/on_numbers.hpp"
#include "algorithm/group/sums.hpp"

namespace limbsmith::algorithm::group {
namespace {

using ir::ExprPtr, ir::Place, ir::Scalar, ir::var;

ExprPtr fits(Width width) { return less(var("count"), ir::integer(width.container_bits())); }

ir::Routine shifted(const Group& group, const char* name, const std::string& text, bool is_left,
                    bool is_signed, const std::function<ExprPtr(Width)>& value, const ir::Library& library) {
    OnNumbers all(group, name, library);
    const Lanes& lanes = all.lanes;
    ir::RoutineBuilder& builder = all.builder;
    const Place input = all.input("a"), count = all.word_input("count"), r = all.result();
    const Place a = is_signed ? extended(lanes, input, "all_of_a") : input;
    const Place lane_shift = lanes.word("lane_shift"), bits = lanes.word("bit_shift"),
                carry = lanes.word("carry");
    const Place moved = lanes.number("moved"), next = lanes.number("next"), fill = lanes.zero("fill");
    const Scalar in = is_signed ? Scalar(sign_of(lanes, a, "sign")) : Scalar(0);
    if (is_signed) lanes.each_limb("k", lanes.words, [&](Place k) { builder.assign(fill.limb(k), in); });
    // so many lanes, and then bits of which a lane has more
    const int lane_bits = limb_bits * lanes.words;
    builder.assign(lane_shift, Scalar(count) / lane_bits);
    builder.assign(bits, Scalar(count) % lane_bits);
    const Scalar from = is_left ? ir::lane() - lane_shift : ir::lane() + lane_shift;
    const Scalar is_outside =
        is_left ? less(ir::lane(), lane_shift) : less(lanes.count - 1 - ir::lane(), lane_shift);
    lanes.each_limb("k", lanes.words, [&](Place k) { lanes.from_lane(moved.limb(k), a.limb(k), from); });
    builder.call("lane_select", {is_outside, fill, moved}, {moved});
    // the bits from the lane below, or above
    const Scalar has_next = is_left ? ir::lane() : less(ir::lane(), lanes.count - 1);
    lanes.each_limb("k", lanes.words, [&](Place k) {
        lanes.from_lane(next.limb(k), moved.limb(k), is_left ? ir::lane() - 1 : ir::lane() + 1);
        builder.assign(next.limb(k), select(has_next, next.limb(k), in));
    });
    builder.call(is_left ? "lane_shl" : "lane_shr", {moved, Scalar(bits)}, {r});
    builder.call(is_left ? "lane_shr" : "lane_shl", {next, lane_bits - Scalar(bits)}, {next});
    builder.call("lane_add", {r, next}, {r, carry});
    if (is_signed) cut(lanes, r);
    builder.routine().source = "shuffles of lanes, then each lane's words and the bits from the next";
    std::vector<ir::Bound> required = is_signed ? all.own({"a"}) : all.any({"a"});
    required.push_back(any_word("count"));
    const Width wide = is_signed ? all.values : all.width;
    return std::move(all).finish(text, std::move(required), var("r"), value(wide), {any_num(wide, "r")});
}

Place bit_length_of(const Lanes& lanes, const Place& a) {
    ir::RoutineBuilder& builder = lanes.builder;
    const Place length = lanes.word("length");
    builder.call("lane_bit_length", {a}, {length});
    if (lanes.count > ir::warp) {
        const Place other = lanes.word("other_length");
        builder.assign(length,
                       select(length, Scalar(length) + ir::lane() * (limb_bits * lanes.words), Scalar(0)));
        for (int distance = 1; distance < lanes.count; distance *= 2) {
            lanes.from_lane(other, length, ir::lane() + distance);
            builder.assign(length, select(less(length, other), other, length));
        }
        return length;
    }
    const Place lanes_with = lanes.word("lanes_with_bits");
    builder.exchange(ir::Exchange::Kind::ballot, lanes_with, length);
    const Scalar is_highest = equal(Scalar(lanes_with) >> ir::lane(), 1);
    builder.assign(length, select(is_highest, Scalar(length) + ir::lane() * (limb_bits * lanes.words), 0));
    or_of_lanes(lanes, length, "_length");
    return length;
}

}  // namespace

ir::Routine shl(const Group& group, const ir::Library& library) {
    const auto value = [](Width width) {
        return if_else(fits(width), (var("a") * exp2(var("count"))) % container(width), ir::integer(0));
    };
    const std::string text = "a*2^count mod " + modulo_limbs(group);
    if (group.has_all_limbs()) return shifted(group, "shl", text, true, false, value, library);
    OnNumbers all(group, "shl", library);
    const Place a = all.input("a"), count = all.word_input("count"), r = all.result();
    all.is_on_all_limbs("shl", {a, Scalar(count)}, {r});
    const Scalar is_short = less(Scalar(count), all.values.container_bits());
    all.builder.call("lane_select", {is_short, r, all.lanes.zero("nothing")}, {r});
    cut(all.lanes, r);
    return std::move(all).finish(text, {any_num(all.width, "a"), any_word("count")}, var("r"),
                                 value(all.values), {any_num(all.values, "r")});
}

const char* shl_limbs_key(const Group& group) { return group.has_all_limbs() ? "shl" : "shl_limbs"; }

ir::Routine shr(const Group& group, const ir::Library& library) {
    const auto value = [](Width width) {
        return if_else(fits(width), var("a") / exp2(var("count")), ir::integer(0));
    };
    return shifted(group, "shr", "floor(a / 2^count)", false, false, value, library);
}

ir::Routine sshr(const Group& group, const ir::Library& library) {
    const auto value = [](Width width) {
        const ExprPtr power = if_else(fits(width), exp2(var("count")), container(width));
        return (signed_value(width, var("a")) / power) % container(width);
    };
    return shifted(group, "sshr", "floor(a / 2^count) in two's complement", false, true, value, library);
}

ir::Routine bit_length(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "bit_length", library);
    const Place a = all.input("a"), r = all.bit();
    all.lanes.from_lane(r, Scalar(bit_length_of(all.lanes, a)), 0);
    const ExprPtr one = ir::integer(1);
    const ir::Bound length{"r", ir::integer(all.width.container_bits()) + one};
    return std::move(all).finish("the bits of a up to its highest one; 0 for 0", {any_num(all.width, "a")},
                                 ((ir::integer(2) * var("a")) | one) / exp2(var("r")), one, {length});
}

Place sign_of(const Lanes& lanes, const Place& a, const std::string& name) {
    const Place sign = lanes.builder.local(ir::word_named(name));
    const int top = lanes.limbs - 1;
    lanes.from_lane(sign, 0 - (a.limb(top % lanes.words) >> (limb_bits - 1)), top / lanes.words);
    return sign;
}

}  // namespace limbsmith::algorithm::group
