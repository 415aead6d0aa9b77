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
    : low(lanes.number("low_part")),
      high(lanes.number("high_part")),
      low_over(lanes.word("low_over")),
      high_over(lanes.word("high_over")),
      lanes_(lanes),
      window_(window),
      y_(y),
      a_(a),
      square_(lanes.builder.local(ir::number_named("square", repr::wide, 2 * lanes.words))),
      part_(lanes.number("part")),
      over_(lanes.word("part_over")),
      carry_(lanes.word("part_carry")) {
    make_opposite_half();
    if (lanes.count == 2) {
        join_two();
        return;
    }
    distance_ = lanes.word("distance_to_giver"), giver_ = lanes.word("giver"),
    is_high_ = lanes.word("is_high");
    give(limbs_of(part_), lanes.count / 2, Round::second);
    lanes.from_lane(over_, over_, giver_);
    put([&](const Scalar& k) { return select(is_high_, 0, part_.limb(k)); },
        [&](const Scalar& k) { return select(is_high_, part_.limb(k), 0); });
    lanes.builder.assign(low_over, select(is_high_, 0, over_));
    lanes.builder.assign(high_over, select(is_high_, over_, 0));
    lanes.builder.loop(ir::below("distance", 1, lanes.count / 2), {},
                       [&](Place distance) { add_products(Scalar(distance)); });
    twice(low, low_over);
    twice(high, high_over);
    add_squares();
}

SquareParts::Limb SquareParts::one_of(const Limb& lower, const Limb& upper) const {
    return [=, this](const Scalar& k) { return select(is_lower(), lower(k), upper(k)); };
}

// Each lane gives a number, which belongs to the part i + ((i + distance) mod T) of lane i, or to the next part. In
// the first round lanes of the lower half give numbers of the former part, the others numbers of the latter;
// in the second round it is the other way around. So each lane gets one number in each round.
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
}

void SquareParts::add_given() const {
    ir::RoutineBuilder& builder = lanes_.builder;
    builder.call("add_if", {low, Scalar(low_over), part_, 1 - Scalar(is_high_)}, {low, low_over});
    builder.call("add_if", {high, Scalar(high_over), part_, Scalar(is_high_)}, {high, high_over});
}

void SquareParts::put(const Limb& low_limb, const Limb& high_limb) const {
    lanes_.each_limb("k", lanes_.words, [&](Place k) {
        lanes_.builder.assign(low.limb(k), low_limb(Scalar(k)));
        lanes_.builder.assign(high.limb(k), high_limb(Scalar(k)));
    });
}

// sum + 2^(32·words)·over = sum + 2^(32·words)·over + addend
void SquareParts::add(const Place& sum, const Place& over, const Place& addend) const {
    lanes_.builder.call("lane_add", {sum, addend}, {sum, carry_});
    lanes_.builder.assign(over, Scalar(over) + Scalar(carry_));
}

void SquareParts::twice(const Place& sum, const Place& over) const {
    lanes_.builder.call("lane_add", {sum, sum}, {sum, carry_});
    lanes_.builder.assign(over, 2 * Scalar(over) + Scalar(carry_));
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
    add_given();
    give(one_of(limbs_of(highest), limbs_of(lowest)), distance, Round::second);
    add_given();
}

// The same for half around, where two lanes have one product: the upper lane computes the rows of the lower half of
// the lower lane's limbs, the lower lane those of the others. Both multiply the upper lane's part.
void SquareParts::make_opposite_half() const {
    const int L = lanes_.words, rows = (L + 1) / 2, half = lanes_.count / 2;
    const Place factor = lanes_.number("factor"), lowest = lanes_.number("lowest_half"),
                highest = lanes_.number("highest_half"), none = lanes_.word("none_half");
    lanes_.each_limb("k", L,
                     [&](Place k) { lanes_.from_lane(factor.limb(k), a_.limb(k), ir::lane() | half); });
    window_.clear();
    const auto add_row = [&](const Scalar& row, const Scalar& for_lower) {
        y_.take(lanes_, a_.limb(row), ir::lane() & (half - 1));
        for (const Place& it : {y_.y0, y_.y1}) lanes_.builder.assign(it, select(is_lower(), for_lower, it));
        window_.step(factor, y_);
        lanes_.builder.assign(lowest.limb(row), window_.low);
    };
    lanes_.each_limb("row_half", L / 2,
                     [&](Place row) { add_row(Scalar(row), a_.limb(Scalar(row) + rows)); });
    if (L % 2 == 1) add_row(rows - 1, 0);
    window_.sum(highest, none);
    add_up_half(lowest, highest);
}

// Both lanes have L + ceil(L/2) words: the lower lane's begin at word ceil(L/2) of the product. The upper lane adds
// up its L lowest words, the lower lane the others; the carry stays in the upper lane.
void SquareParts::add_up_half(const Place& lowest, const Place& highest) const {
    ir::RoutineBuilder& builder = lanes_.builder;
    const int L = lanes_.words, rows = (L + 1) / 2, odd = L % 2, half = lanes_.count / 2;
    const Place other = lanes_.number("other"), addend = lanes_.number("addend");
    const Limb given = one_of(limbs_of(lowest), limbs_of(highest, L - rows));
    lanes_.each_limb("k", rows,
                     [&](Place k) { lanes_.from_lane(other.limb(k), given(Scalar(k)), ir::lane() + half); });
    for (int j = 0; j < L; ++j) {
        const Place upper = j < rows ? lowest.limb(j) : highest.limb(j - rows);
        const Place lower = j < odd ? lowest.limb(rows - 1) : highest.limb(j - odd);
        builder.assign(part_.limb(j), select(is_lower(), lower, upper));
        builder.assign(addend.limb(j), j < rows ? select(is_lower(), other.limb(j), 0)
                                                : select(is_lower(), 0, other.limb(j - rows)));
    }
    builder.call("lane_add", {part_, addend}, {part_, over_});
}

// Each of two lanes has its half of a_0·a_1 already: lane 1 part 1, lane 0 part 2. They keep the parts 0 and 3 of their
// squares, and give each other the parts 1 and 2.
void SquareParts::join_two() const {
    ir::RoutineBuilder& builder = lanes_.builder;
    const Place middle = lanes_.number("middle");
    builder.copy(middle, part_);
    twice(middle, over_);
    builder.call("lane_sqr", {a_}, {square_});
    const Limb first = limbs_of(square_), second = limbs_of(square_, lanes_.words);
    lanes_.each_limb("k", lanes_.words, [&](Place k) {
        lanes_.from_lane(part_.limb(k), one_of(second, first)(Scalar(k)), ir::lane() + 1);
    });
    add(middle, over_, part_);
    put(one_of(first, limbs_of(middle)), one_of(limbs_of(middle), second));
    builder.assign(low_over, select(is_lower(), 0, over_));
    builder.assign(high_over, select(is_lower(), over_, 0));
}

// With more lanes, each gets one number for low and one for high.
void SquareParts::add_squares() const {
    ir::RoutineBuilder& builder = lanes_.builder;
    const Place given = lanes_.number("given"), addend = lanes_.number("addend_of_square");
    builder.call("lane_sqr", {a_}, {square_});
    const Limb first = limbs_of(square_), second = limbs_of(square_, lanes_.words);
    give(one_of(first, second), 0, Round::first);
    builder.copy(given, part_);
    give(one_of(second, first), 0, Round::second);
    const auto add_to = [&](const Place& sum, const Place& over, const Place& if_high, const Place& if_low) {
        lanes_.each_limb("k", lanes_.words, [&](Place k) {
            builder.assign(addend.limb(k), select(is_high_, if_high.limb(k), if_low.limb(k)));
        });
        add(sum, over, addend);
    };
    add_to(low, low_over, given, part_);
    add_to(high, high_over, part_, given);
}

}  // namespace limbsmith::algorithm::group
