#include "algorithm/tensor/long_product.hpp"

#include "algorithm/ntt/passes.hpp"

namespace limbsmith::algorithm::tensor {

using group::Lanes;
using ir::Place, ir::Scalar;
using ntt::padded, ntt::padded_row;

namespace {

constexpr int tiles_at_once = 8;

}  // namespace

LongProduct::LongProduct(const Lanes& lanes, const Place& a, const Place& b, int tiles)
    : lanes_(lanes),
      memory_(lanes.builder.shared(
          array(ir::word_named("matrices"),
                std::max(Rows::size(lanes) + Columns::size(lanes), 2 * lanes.words * padded_row)))) {
    ir::RoutineBuilder& builder = lanes.builder;
    const Rows rows(lanes, memory_, 0);
    const Columns columns(lanes, memory_, Rows::size(lanes));
    const PassingShapes shapes(lanes, tiles_at_once);
    const Sums sums(lanes, tiles_at_once);
    const Place digits = lanes.number("digits"), overs = lanes.number("overs"), sum = lanes.number("sum"),
                words = builder.local(array(ir::word_named("words_of_product"), tiles));
    builder.barrier();
    rows.write_zeros();
    columns.write_zeros();
    builder.barrier();  // the last lane writes words over zeros
    rows.write(Words::blocked(lanes, a, "_a"));
    columns.write(Words::blocked(lanes, b, "_b"));
    builder.barrier();
    Carry carry{};
    for (int from = 0; from < tiles; from += tiles_at_once) {
        const int count = std::min(tiles_at_once, tiles - from);
        // else compilers keep all rows and shapes that come again, in local memory
        if (from > 0) builder.barrier();
        sums.clear(0, count);
        sums.add_passing(rows, columns, shapes, from, from + count);
        sums.make_striped(0, count, digits, overs);
        carry = striped_words(lanes, sum, digits, overs, count, carry, "_" + std::to_string(from));
        lanes.each_limb("i", count, [&](Place i) { builder.assign(words[Scalar(i) + from], sum.limb(i)); });
    }
    builder.barrier();
    lanes.each_limb("i", tiles, [&](Place i) {
        builder.assign(memory_[ir::lane() + Scalar(i) * padded_row], words[Scalar(i)]);
    });
    builder.barrier();
}

void LongProduct::read(const Place& r, int count, int first, const std::string& suffix) const {
    ir::RoutineBuilder& builder = lanes_.builder;
    const Place from = builder.local(ir::word_named("first_of_lane" + suffix));
    builder.assign(from, ir::lane() * count + first);
    lanes_.each_limb("i", count,
                     [&](Place i) { builder.assign(r.limb(i), memory_[padded(Scalar(from) + Scalar(i))]); });
}

}  // namespace limbsmith::algorithm::tensor
