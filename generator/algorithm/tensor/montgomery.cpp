#include "algorithm/tensor/montgomery.hpp"

#include <bit>

#include "algorithm/group/sums.hpp"

namespace limbsmith::algorithm::tensor {

using group::Lanes;
using ir::Place, ir::Scalar;

Montgomery::Montgomery(const Lanes& lanes, const Place& n, const Scalar& n0inv)
    : lanes_(lanes),
      builder_(lanes.builder),
      n_(n),
      memory_(builder_.shared(array(ir::word_named("matrices"), Rows::size(lanes) + 3 * Columns::size(lanes) +
                                                                    Pairs::size(lanes.words)))),
      digits_(lanes.number("digits")),
      overs_(lanes.number("overs")),
      over_(lanes.word("over_of_word")),
      over_of_low_(lanes.word("over_of_low")),
      first_(lanes.word("first_over")),
      top_(lanes.word("top_word")),
      top_over_(lanes.word("over_top_word")),
      rows_(lanes, memory_, 0),
      factor_(lanes, memory_, Rows::size(lanes), "_factor"),
      of_n_(lanes, memory_, Rows::size(lanes) + Columns::size(lanes), "_n"),
      of_inverse_(lanes, memory_, Rows::size(lanes) + 2 * Columns::size(lanes), "_inverse"),
      sums_(lanes, 2 * lanes.words),
      pairs_(lanes, memory_, Rows::size(lanes) + 3 * Columns::size(lanes)) {
    rows_.write_zeros();
    for (const Columns* columns : {&factor_, &of_n_, &of_inverse_}) columns->write_zeros();
    builder_.barrier();
    of_n_.write(n);
    invert(n0inv);
}

// x·(2 + n·x) has twice as many right bits as x; the first ones are those of n0inv (Newton, Hensel).
void Montgomery::invert(const Scalar& n0inv) const {
    const Place x = lanes_.zero("inverse"), y = lanes_.zero("product"), left = lanes_.number("left"),
                none = lanes_.word("no_carry");
    builder_.assign(x.limb(0), select(ir::lane(), 0, n0inv));
    builder_.assign(none, 0);
    const int steps = 2 * (std::bit_width(static_cast<unsigned>(lanes_.count * lanes_.words - 1)));
    builder_.loop(ir::below("step", 0, steps), {}, [&](Place step) {
        const Scalar is_second = Scalar(step) & 1;
        builder_.call("lane_select", {is_second, y, n_}, {left});
        builder_.barrier();
        factor_.write(x);
        sums_.clear(0, lanes_.words);
        rows_.write(left);
        builder_.barrier();
        sums_.add(rows_, factor_, 0, lanes_.words);
        pairs_.write(sums_, 0, lanes_.words);
        builder_.barrier();
        pairs_.read(digits_, overs_, over_, lanes_.words, 0, "_step");
        group::sum(lanes_, y, digits_, overs_, group::CarryOut::unused, "_step");
        builder_.call("lane_select", {is_second, y, x}, {x});
        group::carry_up(lanes_, y, none, 2, "_two", group::CarryOut::unused);
    });
    of_inverse_.write(x);
}

void Montgomery::product(const Place& r, const Place& x, const Place& y, const std::string& suffix) const {
    const int half = lanes_.words, top_tile = half - 1, last = lanes_.count - 1;  // tiles of a number
    const auto multiply = [&](const Place& number, const Columns& by, int from, int to) {
        builder_.barrier();
        rows_.write(number);
        builder_.barrier();
        sums_.add(rows_, by, from, to);
    };
    const auto read = [&](const std::string& part) {
        builder_.barrier();
        pairs_.read(digits_, overs_, over_, half, 0, part + suffix);
    };
    builder_.barrier();
    factor_.write(y);
    sums_.clear(0, 2 * half);
    multiply(x, factor_, 0, 2 * half);
    pairs_.write(sums_, 0, half);
    read("_low");
    // what t_low gives to t_high
    const Place low = lanes_.builder.local(ir::number_named("low" + suffix, lanes_.type, half));
    const Place carry = group::sum(lanes_, low, digits_, overs_, group::CarryOut::wanted, "_low" + suffix);
    lanes_.from_lane(over_of_low_, over_, last);
    builder_.assign(over_of_low_, Scalar(over_of_low_) + Scalar(carry));

    sums_.clear(0, half);
    multiply(low, of_inverse_, 0, half);
    builder_.barrier();  // the pairs of t_low have been read
    pairs_.write(sums_, 0, half);
    read("_q");
    const Place q = lanes_.builder.local(ir::number_named("q" + suffix, lanes_.type, half));
    group::sum(lanes_, q, digits_, overs_, group::CarryOut::unused, "_q" + suffix);

    sums_.clear(top_tile, half);
    multiply(q, of_n_, top_tile, 2 * half);
    // k, in the last lane
    sums_.make_words(top_tile, top_, top_over_);
    lanes_.from_lane(first_, top_over_, last - 1);
    const Place sum = lanes_.builder.local(ir::word_named("sum_of_top" + suffix));
    builder_.assign(sum, Scalar(top_) + low.limb(half - 1));
    builder_.assign(top_over_, Scalar(top_over_) + less(Scalar(sum), Scalar(top_)));
    constexpr int most_below = 2;
    builder_.assign(first_, Scalar(first_) + most_below);
    builder_.assign(top_, Scalar(sum) + Scalar(first_));
    builder_.assign(top_over_, Scalar(top_over_) + less(Scalar(top_), Scalar(sum)));
    lanes_.from_lane(first_, top_over_, last);

    builder_.barrier();  // the pairs of q have been read
    pairs_.write(sums_, half, 2 * half);
    read("_high");
    builder_.assign(overs_.limb(0),
                    select(ir::lane(), overs_.limb(0), Scalar(first_) + Scalar(over_of_low_)));
    const Place excess = lanes_.builder.local(ir::word_named("excess" + suffix));
    builder_.call("lane_add", {digits_, overs_}, {r, excess});
    // what the words of a lane give to the next one is in its pairs, but for the last lane
    builder_.assign(over_, select(equal(ir::lane(), last), over_, 0));
    builder_.assign(excess, Scalar(excess) + Scalar(over_));
    group::settle(lanes_, r, excess, n_, suffix);
}

}  // namespace limbsmith::algorithm::tensor
