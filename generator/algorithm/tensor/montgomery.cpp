#include "algorithm/tensor/montgomery.hpp"

#include <bit>

namespace limbsmith::algorithm::tensor {

using group::Lanes;
using ir::Place, ir::Scalar;

Montgomery::Montgomery(const Lanes& lanes, const Place& n, const Scalar& n0inv)
    : lanes_(lanes),
      builder_(lanes.builder),
      n_(lanes.number("striped_modulus")),
      memory_(
          builder_.shared(array(ir::word_named("matrices"), Rows::size(lanes) + 3 * Columns::size(lanes)))),
      first_(lanes.word("first_over")),
      top_(lanes.word("top_word")),
      top_over_(lanes.word("over_top_word")),
      top_sums_(builder_.local(array(ir::word_named("top_sums"), Sums::of_tile))),
      rows_(lanes, memory_, 0),
      factor_{{lanes, memory_, Rows::size(lanes), "_factor"}},
      of_n_{{lanes, memory_, Rows::size(lanes) + Columns::size(lanes), "_n"}},
      of_inverse_{{lanes, memory_, Rows::size(lanes) + 2 * Columns::size(lanes), "_inverse"}},
      halves_(Halves::of(lanes)) {
    builder_.barrier();
    to_striped(n_, n);
    builder_.barrier();
    rows_.write_zeros();
    for (const Factor* factor : {&factor_, &of_n_, &of_inverse_}) factor->columns.write_zeros();
    halves_->prepare();
    builder_.barrier();
    of_n_.columns.write(Words::striped(lanes, n_, "_n"));
    builder_.barrier();
    halves_->keep(of_n_, "columns_of_n", 2 * lanes.words);
    invert(n0inv);
    halves_->keep(of_inverse_, "columns_of_inverse", lanes.words);
}

void Montgomery::to_striped(const Place& r, const Place& number) const {
    tensor::to_striped(lanes_, {memory_, rows_.number()}, r, number);
}
void Montgomery::to_blocked(const Place& r, const Place& number) const {
    tensor::to_blocked(lanes_, {memory_, rows_.number()}, r, number);
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
        factor_.columns.write(Words::striped(lanes_, x, "_inverse"));
        rows_.write(Words::striped(lanes_, left, "_left"));
        builder_.barrier();
        halves_->lower(y, rows_, factor_, {select(is_second, 0, 2), 0}, "_step");
        builder_.call("lane_select", {is_second, y, x}, {x});
    });
    builder_.barrier();
    of_inverse_.columns.write(Words::striped(lanes_, x, "_found"));
    builder_.barrier();
}

void Montgomery::product(const Place& r, const Place& x, const Place& y, const std::string& suffix) const {
    const auto write = [&](const Place& number, const char* part) {
        rows_.write(Words::striped(lanes_, number, part + suffix));
        builder_.barrier();
    };
    builder_.barrier();  // the rows of the product before have been read
    factor_.columns.write(Words::striped(lanes_, y, "_y" + suffix));
    write(x, "_x");
    const Place low = lanes_.number("low" + suffix), q = lanes_.number("q" + suffix);
    const Carry over_of_low = halves_->split(low, rows_, factor_, suffix);

    builder_.barrier();
    write(low, "_low");
    halves_->lower(q, rows_, of_inverse_, {}, "_q" + suffix);

    builder_.barrier();
    write(q, "_q");
    const auto into_high = [&] {
        return Carry{carry_of_lower_half(low, suffix) + over_of_low.over, over_of_low.bit};
    };
    const Carry over = halves_->upper(r, rows_, of_n_, {top_sums_, into_high}, "_high" + suffix);
    settle_striped(lanes_, r, for_all_lanes(lanes_, over, suffix), n_, suffix);
}

Scalar Montgomery::carry_of_lower_half(const Place& low, const std::string& suffix) const {
    constexpr int lane_of_top = 7, most_below = 2;
    const Place top_of_low = lanes_.word("top_of_low" + suffix), sum = lanes_.word("sum_of_top" + suffix);
    make_word(builder_, top_sums_[0], top_, top_over_);
    lanes_.from_lane(first_, top_over_, ir::lane() - 1);
    lanes_.from_lane(top_of_low, low.limb(lanes_.words - 1), lanes_.count - 1);
    builder_.assign(sum, Scalar(top_) + Scalar(top_of_low));
    builder_.assign(top_over_, Scalar(top_over_) + less(sum, top_));
    builder_.assign(top_, Scalar(sum) + (Scalar(first_) + most_below));
    builder_.assign(top_over_, Scalar(top_over_) + less(top_, sum));
    lanes_.from_lane(first_, top_over_, lane_of_top);
    return first_;
}

}  // namespace limbsmith::algorithm::tensor
