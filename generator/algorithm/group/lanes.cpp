#include "algorithm/group/lanes.hpp"

#include "algorithm/group/carries.hpp"
#include "spec/mapping.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::group {

using ir::Place, ir::Scalar;

Group group_of(Width width) { return {width.lanes(), width.lane_limbs(), repr::num, value_limbs(width)}; }

Place Lanes::number(const std::string& name) const {
    return builder.local(ir::number_named(name, type, words));
}

Place Lanes::zero(const char* name) const {
    const Place place = number(name);
    builder.copy(place, std::vector<uint32_t>(static_cast<size_t>(words)));
    return place;
}

void Lanes::from_lane(const Place& target, Scalar value, Scalar lane) const {
    builder.exchange(ir::Exchange::Kind::from_lane, target, std::move(value), std::move(lane));
}

void Lanes::each_limb(const char* counter, int limbs, const std::function<void(Place)>& body) const {
    builder.loop(with(ir::below(counter, 0, limbs), ir::For::Unroll::whole), {}, body);
}

void Multiplier::take(const Lanes& lanes, const Scalar& value, const Scalar& lane) const {
    lanes.from_lane(y0, value, lane);
    lanes.from_lane(y1, value, lane + lanes.count);
}

Window::Window(const Lanes& of)
    : lanes(of),
      x(of.number("x")),
      z(of.number("z")),
      in(of.word("in")),
      top(of.word("top")),
      low(of.word("low")) {
    clear();
}

void Window::clear() const {
    for (const Place& it : {x, z})
        lanes.builder.copy(it, std::vector<uint32_t>(static_cast<size_t>(lanes.words)));
    for (const Place& it : {in, top}) lanes.builder.assign(it, 0);
}

void Window::add(const Place& a, const Multiplier& y) const {
    lanes.builder.call("add_row", {a, Scalar(y.y0), Scalar(y.y1), x, z, Scalar(in), Scalar(top)},
                       {x, z, top});
}

void Window::step(const Place& a, const Multiplier& y) const {
    lanes.builder.call("step_row", {a, Scalar(y.y0), Scalar(y.y1), x, z, Scalar(in), Scalar(top)},
                       {low, x, z, top});
}

void Window::reduce(const Place& m, const Place& n0inv, const Multiplier& q) const {
    q.take(lanes, x.limb(0) * Scalar(n0inv), 0);
    lanes.builder.call("reduce_row", {x, z, Scalar(top), m, Scalar(q.y0), Scalar(q.y1)}, {low, x, z, top});
    lanes.from_lane(in, low, ir::lane() + 1);
}

void Window::step_reduced(const Place& m, const Place& n0inv, const Multiplier& q) const {
    // one limb a lane has a word less in x
    const Scalar lowest = lanes.words == 1 ? Scalar(in) + z.limb(0) : x.limb(0) + z.limb(0);
    q.take(lanes, lowest * Scalar(n0inv), 0);
    step(m, q);
    lanes.from_lane(in, low, ir::lane() + 1);
}

void Window::sum(const Place& r, const Place& over) const {
    lanes.builder.call("window_sum", {x, z, Scalar(in), Scalar(top)}, {r, over});
}

Scalar every_lane(const Lanes& lanes, const Place& bit) {
    const Place lanes_with = lanes.word("lanes_with");
    if (lanes.count > ir::warp) {
        lanes.builder.exchange(ir::Exchange::Kind::any, lanes_with, 1 - Scalar(bit));
        return 1 - Scalar(lanes_with);
    }
    lanes.builder.exchange(ir::Exchange::Kind::ballot, lanes_with, bit);
    return equal(lanes_with, UINT32_MAX >> (max_lanes - lanes.count));
}

void settle(const Lanes& lanes, const Place& r, const Place& over, const Place& m,
            const std::string& suffix) {
    ir::RoutineBuilder& builder = lanes.builder;
    const auto word = [&](const char* name) { return builder.local(ir::word_named(name + suffix)); };
    const Place up = word("up"), last = word("last"), generates = word("generates");
    lanes.from_lane(up, over, ir::lane() - 1);
    lanes.from_lane(last, over, lanes.count - 1);
    builder.call("add_word", {r, select(ir::lane(), up, 0)}, {r, generates});
    const Carries sum = look_ahead(builder, generates, all_ones(builder, "ones" + suffix, r), suffix);
    builder.call("add_word", {r, Scalar(sum.in)}, {r, generates});
    const Place less = builder.local(ir::number_named("less" + suffix, lanes.type, lanes.words)),
                borrows = word("borrows"), keep = word("keep");
    builder.call("lane_sub", {r, m}, {less, borrows});
    const Carries difference =
        look_ahead(builder, borrows, all_zero(builder, "zeros" + suffix, less), "_less" + suffix);
    builder.call("sub_word", {less, Scalar(difference.in)}, {less, borrows});
    // the sum is below 2m, so the carry out of the last lane is 0 or 1
    builder.assign(keep, ir::less(Scalar(last) + Scalar(sum.out), difference.out));
    builder.call("lane_select", {Scalar(keep), r, less}, {r});
}

}  // namespace limbsmith::algorithm::group
