#include "algorithm/group/square_parts.hpp"

#include "spec/representations.hpp"

namespace limbsmith::algorithm::group {

using ir::Place, ir::Scalar;

namespace {

std::function<Scalar(const Scalar&)> limbs_of(const Place& number, const Scalar& from = 0) {
    return [=](const Scalar& k) { return Scalar(number.limb(k + from)); };
}

}  // namespace

SquareParts::SquareParts(const Lanes& lanes, const Window& window, const Multiplier& y, const Place& a)
    : low(lanes.zero("low_part")),
      high(lanes.zero("high_part")),
      low_over(lanes.word("low_over")),
      high_over(lanes.word("high_over")),
      lanes_(lanes),
      window_(window),
      y_(y),
      a_(a),
      part_(lanes.number("part")),
      distance_(lanes.word("distance_to_giver")),
      giver_(lanes.word("giver")),
      is_high_(lanes.word("is_high")) {
    for (const Place& it : {low_over, high_over}) lanes_.builder.assign(it, 0);
    if (lanes.count > 2)
        lanes.builder.loop(ir::below("distance", 1, lanes.count / 2), {},
                           [&](Place distance) { add_products(Scalar(distance)); });
    add_opposite_products();
    double_all();
    add_squares();
}

SquareParts::Limb SquareParts::one_of(const Limb& lower, const Limb& upper) const {
    return [=, this](const Scalar& k) { return select(is_lower(), lower(k), upper(k)); };
}

// Each lane gives a number, which belongs to the part i + ((i + distance) mod T) of lane i, or to the next part. In the first
// round lanes of the lower half give what belongs to the former, the others what belongs to the latter; in the second round
// it is the other way around. So each lane gets one number in each round.
void SquareParts::give(const Limb& limb, const Scalar& distance, Round round) const {
    ir::RoutineBuilder& builder = lanes_.builder;
    const int mask = lanes_.count - 1;
    builder.assign(distance_, (ir::lane() - distance) & mask);
    const Scalar is_next = Scalar(distance_) & 1, is_upper = round == Round::first ? is_next : 1 - is_next;
    builder.assign(giver_, (Scalar(distance_) >> 1) + is_upper * (lanes_.count / 2));
    const Scalar part = Scalar(giver_) + ((Scalar(giver_) + distance) & mask) + is_next;
    builder.assign(is_high_, 1 - ir::less(part, lanes_.count));
    lanes_.each_limb("k", lanes_.words,
                     [&](Place k) { lanes_.from_lane(part_.limb(k), limb(Scalar(k)), giver_); });
    builder.call("add_if", {low, Scalar(low_over), part_, 1 - Scalar(is_high_)}, {low, low_over});
    builder.call("add_if", {high, Scalar(high_over), part_, Scalar(is_high_)}, {high, high_over});
}

// Products of all lanes' parts with those of the lanes `distance` further on, which is less than half around.
void SquareParts::add_products(const Scalar& distance) const {
    const Place lowest = lanes_.number("lowest"), highest = lanes_.number("highest"),
                none = lanes_.word("none");
    window_.clear();
    lanes_.each_limb("row", lanes_.words, [&](Place row) {
        y_.take(lanes_, a_.limb(row), ir::lane() + distance);
        window_.step(a_, y_);
        lanes_.builder.assign(lowest.limb(row), window_.low);
    });
    window_.sum(highest, none);
    give(one_of(limbs_of(lowest), limbs_of(highest)), distance, Round::first);
    give(one_of(limbs_of(highest), limbs_of(lowest)), distance, Round::second);
}

// The same for half around, where two lanes have one product: the lower lane computes the rows of the lower half of its limbs,
// the upper lane those of the others. Both multiply the upper lane's part.
void SquareParts::add_opposite_products() const {
    const int L = lanes_.words, rows = (L + 1) / 2, half = lanes_.count / 2;
    const Place factor = lanes_.number("factor"), lowest = lanes_.zero("lowest_half"),
                highest = lanes_.number("highest_half"), none = lanes_.word("none_half");
    lanes_.each_limb("k", L,
                     [&](Place k) { lanes_.from_lane(factor.limb(k), a_.limb(k), ir::lane() | half); });
    window_.clear();
    const auto add = [&](const Scalar& row, const Scalar& for_upper) {
        y_.take(lanes_, for_upper, ir::lane() & (half - 1));
        for (const Place& it : {y_.y0, y_.y1})
            lanes_.builder.assign(it, select(is_lower(), a_.limb(row), it));
        window_.step(factor, y_);
        lanes_.builder.assign(lowest.limb(row), window_.low);
    };
    lanes_.each_limb("row_half", L / 2, [&](Place row) { add(Scalar(row), a_.limb(Scalar(row) + rows)); });
    if (L % 2 == 1) add(rows - 1, 0);
    window_.sum(highest, none);
    give(limbs_of(own_half_of_product(lowest, highest)), half, Round::first);
}

// Both lanes have L + ceil(L/2) words: the upper lane's begin at word ceil(L/2) of the product. The lower lane adds up its L
// lowest words, the upper lane the others.
Place SquareParts::own_half_of_product(const Place& lowest, const Place& highest) const {
    ir::RoutineBuilder& builder = lanes_.builder;
    const int L = lanes_.words, rows = (L + 1) / 2, odd = L % 2, half = lanes_.count / 2;
    const Place other = lanes_.zero("other"), own = lanes_.number("own"), addend = lanes_.number("addend");
    const Limb given = one_of(limbs_of(highest, L - rows), limbs_of(lowest));
    lanes_.each_limb("k", rows,
                     [&](Place k) { lanes_.from_lane(other.limb(k), given(Scalar(k)), ir::lane() + half); });
    for (int j = 0; j < L; ++j) {
        const Place lower = j < rows ? lowest.limb(j) : highest.limb(j - rows);
        const Place upper = j < odd ? lowest.limb(rows - 1) : highest.limb(j - odd);
        builder.assign(own.limb(j), select(is_lower(), lower, upper));
        builder.assign(addend.limb(j), j < rows ? select(is_lower(), 0, other.limb(j))
                                                : select(is_lower(), other.limb(j - rows), 0));
    }
    const Place carry = lanes_.word("carry_half"), carry_in = lanes_.word("carry_in_half");
    builder.call("lane_add", {own, addend}, {own, carry});
    lanes_.from_lane(carry_in, carry, ir::lane() + half);
    builder.call("add_word", {own, select(is_lower(), 0, carry_in)}, {own, carry});
    return own;
}

void SquareParts::double_all() const {
    const Place carry = lanes_.word("carry_double");
    for (const auto& [part, over] : {std::pair{low, low_over}, {high, high_over}}) {
        lanes_.builder.call("lane_add", {part, part}, {part, carry});
        lanes_.builder.assign(over, 2 * Scalar(over) + Scalar(carry));
    }
}

void SquareParts::add_squares() const {
    const Place square = lanes_.builder.local(ir::number_named("square", repr::wide, 2 * lanes_.words));
    lanes_.builder.call("lane_sqr", {a_}, {square});
    const Limb first = limbs_of(square), second = limbs_of(square, lanes_.words);
    give(one_of(first, second), 0, Round::first);
    give(one_of(second, first), 0, Round::second);
}

}  // namespace limbsmith::algorithm::group
