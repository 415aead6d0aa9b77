#include "algorithm/tensor/long_product.hpp"

#include "algorithm/ntt/passes.hpp"
#include "algorithm/tensor/karatsuba.hpp"

namespace limbsmith::algorithm::tensor {

using group::Lanes;
using ir::Place, ir::Scalar;
using ntt::padded, ntt::padded_row;

namespace {

constexpr int tiles_at_once = 8;

}  // namespace

LongProduct::LongProduct(const Lanes& lanes, const Place& a, const Place& b, int tiles)
    : lanes_(lanes),
      has_halves_(tiles == 2 * lanes.words && has_halves(lanes.words)),
      memory_(lanes.builder.shared(
          array(ir::word_named("matrices"),
                std::max(has_halves_ ? Karatsuba::size(lanes) : Rows::size(lanes) + Columns::size(lanes),
                         2 * lanes.words * padded_row)))) {
    ir::RoutineBuilder& builder = lanes.builder;
    const Place x = lanes.number("x"), y = lanes.number("y");
    for (const auto& [striped, number] : {std::pair(x, a), std::pair(y, b)}) {
        builder.barrier();
        to_striped(lanes, {memory_, 0, padded_row}, striped, number);
    }
    builder.barrier();
    const Place words = builder.local(array(ir::word_named("words_of_product"), tiles));
    has_halves_ ? make_by_halves(words, x, y) : make_by_tiles(words, x, y, tiles);
    builder.barrier();
    lanes.each_limb("i", tiles, [&](Place i) {
        builder.assign(memory_[ir::lane() + Scalar(i) * padded_row], words[Scalar(i)]);
    });
    builder.barrier();
}

void LongProduct::make_by_halves(const Place& words, const Place& x, const Place& y) const {
    const Karatsuba product(lanes_, memory_, x, y);
    const Place part = lanes_.number("part");
    Carry carry{};
    for (const int from : {0, lanes_.words}) {
        carry = product.words(part, from, carry, from == 0 ? "_low" : "_high");
        lanes_.each_limb("i", lanes_.words,
                         [&](Place i) { lanes_.builder.assign(words[Scalar(i) + from], part.limb(i)); });
    }
}

void LongProduct::make_by_tiles(const Place& words, const Place& x, const Place& y, int tiles) const {
    ir::RoutineBuilder& builder = lanes_.builder;
    const Rows rows(lanes_, memory_, 0);
    const Columns columns(lanes_, memory_, Rows::size(lanes_));
    const PassingShapes shapes(lanes_, tiles_at_once);
    const Sums sums(lanes_, tiles_at_once);
    const Place digits = lanes_.number("digits"), overs = lanes_.number("overs"), sum = lanes_.number("sum");
    rows.write_zeros();
    columns.write_zeros();
    builder.barrier();  // the last lane writes words over zeros
    rows.write(Words::striped(lanes_, x, "_x"));
    columns.write(Words::striped(lanes_, y, "_y"));
    builder.barrier();
    Carry carry{};
    for (int from = 0; from < tiles; from += tiles_at_once) {
        const int count = std::min(tiles_at_once, tiles - from);
        // else compilers keep all rows and shapes that come again, in local memory
        if (from > 0) builder.barrier();
        sums.clear(0, count);
        sums.add_passing(rows, columns, shapes, from, from + count);
        sums.make_striped(0, count, digits, overs);
        carry = striped_words(lanes_, sum, digits, overs, count, carry, "_" + std::to_string(from));
        lanes_.each_limb("i", count, [&](Place i) { builder.assign(words[Scalar(i) + from], sum.limb(i)); });
    }
}

void LongProduct::read(const Place& r, int count, int first, const std::string& suffix) const {
    ir::RoutineBuilder& builder = lanes_.builder;
    const Place from = builder.local(ir::word_named("first_of_lane" + suffix));
    builder.assign(from, ir::lane() * count + first);
    lanes_.each_limb("i", count,
                     [&](Place i) { builder.assign(r.limb(i), memory_[padded(Scalar(from) + Scalar(i))]); });
}

}  // namespace limbsmith::algorithm::tensor
