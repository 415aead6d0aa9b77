#include "algorithm/tensor/montgomery.hpp"

#include <bit>

namespace limbsmith::algorithm::tensor {

using group::Lanes;
using ir::Place, ir::Scalar;

namespace {

constexpr int most_kept = 3;  // limbs of a lane for which registers hold the matrices of N and N'

}  // namespace

Montgomery::Montgomery(const Lanes& lanes, const Place& n, const Scalar& n0inv)
    : lanes_(lanes),
      builder_(lanes.builder),
      keeps_(lanes.words <= most_kept),
      n_(lanes.number("striped_modulus")),
      memory_(
          builder_.shared(array(ir::word_named("matrices"), Rows::size(lanes) + 3 * Columns::size(lanes)))),
      digits_(lanes.number("digits")),
      overs_(lanes.number("overs")),
      first_(lanes.word("first_over")),
      top_(lanes.word("top_word")),
      top_over_(lanes.word("over_top_word")),
      top_sums_(builder_.local(array(ir::word_named("top_sums"), Sums::of_tile))),
      rows_(lanes, memory_, 0),
      factor_(lanes, memory_, Rows::size(lanes), "_factor"),
      of_n_(lanes, memory_, Rows::size(lanes) + Columns::size(lanes), "_n"),
      of_inverse_(lanes, memory_, Rows::size(lanes) + 2 * Columns::size(lanes), "_inverse"),
      shapes_(lanes, "columns_of_factor"),
      n_shapes_(keeps_ ? Shapes(lanes, "columns_of_n") : shapes_),
      inverse_shapes_(keeps_ ? Shapes(lanes, "columns_of_inverse") : shapes_),
      sums_(lanes, 2 * lanes.words) {
    builder_.barrier();
    to_striped(n_, n);
    builder_.barrier();
    rows_.write_zeros();
    for (const Columns* columns : {&factor_, &of_n_, &of_inverse_}) columns->write_zeros();
    builder_.barrier();
    of_n_.write(Words::striped(lanes, n_, "_n"));
    builder_.barrier();
    if (keeps_) n_shapes_.load(of_n_, 2 * lanes.words);
    invert(n0inv);
}

void Montgomery::to_striped(const Place& r, const Place& number) const {
    tensor::to_striped(lanes_, {memory_, rows_.number()}, r, number);
}
void Montgomery::to_blocked(const Place& r, const Place& number) const {
    tensor::to_blocked(lanes_, {memory_, rows_.number()}, r, number);
}

const Shapes& Montgomery::loaded(const Shapes& own, const Columns& columns, int to) const {
    if (!keeps_) own.load(columns, to);
    return own;
}

// x·(2 + n·x) has twice as many right bits as x; the first ones are those of n0inv (Newton, Hensel).
void Montgomery::invert(const Scalar& n0inv) const {
    const int words = lanes_.words;
    const Place x = lanes_.zero("inverse"), y = lanes_.zero("product"), left = lanes_.number("left");
    builder_.assign(x.limb(0), select(ir::lane(), 0, n0inv));
    const int steps = 2 * (std::bit_width(static_cast<unsigned>(lanes_.count * words - 1)));
    builder_.loop(ir::below("step", 0, steps), {}, [&](Place step) {
        const Scalar is_second = Scalar(step) & 1;
        builder_.call("lane_select", {is_second, y, n_}, {left});
        builder_.barrier();
        factor_.write(Words::striped(lanes_, x, "_inverse"));
        rows_.write(Words::striped(lanes_, left, "_left"));
        builder_.barrier();
        sums_.clear(0, words);
        shapes_.load(factor_, words);
        sums_.add(rows_, shapes_, 0, words);
        sums_.make_striped(0, words, digits_, overs_);
        striped_words(lanes_, y, digits_, overs_, words, {select(is_second, 0, 2), 0}, "_step");
        builder_.call("lane_select", {is_second, y, x}, {x});
    });
    builder_.barrier();
    of_inverse_.write(Words::striped(lanes_, x, "_found"));
    builder_.barrier();
    if (keeps_) inverse_shapes_.load(of_inverse_, words);
}

void Montgomery::product(const Place& r, const Place& x, const Place& y, const std::string& suffix) const {
    const int half = lanes_.words, last = lanes_.count - 1;  // tiles of a number
    const auto word = [&](const char* name) { return builder_.local(ir::word_named(name + suffix)); };
    const auto write = [&](const Place& number, const char* part) {
        rows_.write(Words::striped(lanes_, number, part + suffix));
        builder_.barrier();
    };
    builder_.barrier();  // the rows of the product before have been read
    factor_.write(Words::striped(lanes_, y, "_y" + suffix));
    write(x, "_x");
    sums_.clear(0, 2 * half);
    shapes_.load(factor_, 2 * half);
    sums_.add(rows_, shapes_, 0, 2 * half);
    const Place low = lanes_.number("low" + suffix);
    sums_.make_striped(0, half, digits_, overs_);
    const Carry over_of_low = striped_words(lanes_, low, digits_, overs_, half, {}, "_low" + suffix);

    builder_.barrier();
    write(low, "_low");
    sums_.clear(0, half);
    sums_.add(rows_, loaded(inverse_shapes_, of_inverse_, half), 0, half);
    const Place q = lanes_.number("q" + suffix);
    sums_.make_striped(0, half, digits_, overs_);
    striped_words(lanes_, q, digits_, overs_, half, {}, "_q" + suffix);

    builder_.barrier();
    write(q, "_q");
    sums_.add_upper_half(rows_, loaded(n_shapes_, of_n_, 2 * half), top_sums_);
    // k, in a lane
    constexpr int lane_of_top = 7, most_below = 2;
    const Place top_of_low = word("top_of_low"), sum = word("sum_of_top");
    make_word(builder_, top_sums_[0], top_, top_over_);
    lanes_.from_lane(first_, top_over_, ir::lane() - 1);
    lanes_.from_lane(top_of_low, low.limb(half - 1), last);
    builder_.assign(sum, Scalar(top_) + Scalar(top_of_low));
    builder_.assign(top_over_, Scalar(top_over_) + less(sum, top_));
    builder_.assign(top_, Scalar(sum) + (Scalar(first_) + most_below));
    builder_.assign(top_over_, Scalar(top_over_) + less(top_, sum));
    lanes_.from_lane(first_, top_over_, lane_of_top);

    sums_.make_striped(half, half, digits_, overs_);
    const Carry over = striped_words(lanes_, r, digits_, overs_, half,
                                     {Scalar(first_) + over_of_low.over, over_of_low.bit}, "_high" + suffix);
    settle_striped(lanes_, r, for_all_lanes(lanes_, over, suffix), n_, suffix);
}

}  // namespace limbsmith::algorithm::tensor
