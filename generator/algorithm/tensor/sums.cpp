#include "algorithm/tensor/sums.hpp"

#include "algorithm/ntt/passes.hpp"

namespace limbsmith::algorithm::tensor {

using group::Lanes;
using ir::Place, ir::Scalar;
using ntt::padded, ntt::padded_row;

namespace {

Place words(const Lanes& lanes, const char* name, int count) {
    return lanes.builder.local(array(ir::word_named(name), count));
}

constexpr int last_shape = 3;     // B(d) is 0 from here on
constexpr int steps_of_limb = 4;  // of 32 bytes, in the limbs that the lanes have
constexpr int sums_of_tile = 4;   // a lane

}  // namespace

Sums::Sums(const Lanes& lanes, int tiles)
    : lanes_(lanes),
      builder_(lanes.builder),
      sums_(words(lanes, "sums", sums_of_tile * tiles)),
      a_(words(lanes, "rows_of_a", 4)),
      b_(words(lanes, "columns_of_b", 2 * (steps_of_limb * lanes.words + 1))) {}

void Sums::clear(int from, int to) const {
    lanes_.each_limb("i", sums_of_tile * (to - from),
                     [&](Place i) { builder_.assign(sums_[Scalar(i) + sums_of_tile * from], 0); });
}

// B(d) for all d in registers, one A(p) after the other.
void Sums::add(const Rows& rows, const Columns& columns, int from, int to) const {
    const int steps = steps_of_limb * lanes_.words;
    // of tiles up to the last, A(p) for p < 4·to; all of d = p - 4·T are above those where B(d) is 0
    const int end = std::min(steps + last_shape + 1, 4 * to),
              least = std::max(last_shape - steps, 4 - 4 * to), shapes = last_shape + 1 - least;
    lanes_.each_limb("d", shapes, [&](Place d) {
        for (const int half : {0, 1})
            builder_.assign(b_[Scalar(d) * 2 + half], columns.word(Scalar(d) + least, half));
    });
    lanes_.each_limb("p", end, [&](Place p) {
        builder_.load_matrix(a_[0], rows.row(p));
        lanes_.each_limb("tile", to - from, [&](Place tile) {
            const Scalar shape = Scalar(p) - Scalar(tile) * 4 - (least + 4 * from);
            builder_.when(less(shape, shapes), [&] {
                builder_.multiply_matrices(sums_[(Scalar(tile) + from) * sums_of_tile], a_[0], b_[shape * 2]);
            });
        });
    });
}

void Sums::make_words(const Scalar& tile, const Place& digit, const Place& over) const {
    const auto sum = [&](int i) { return Scalar(sums_[tile * sums_of_tile + i]); };
    builder_.call("tensor_columns", {sum(2), sum(3), sum(0), sum(1)}, {digit, over});
}

int Pairs::size(int tiles) { return 2 * padded_row * tiles; }

Pairs::Pairs(const Lanes& lanes, const Place& memory, int first)
    : lanes_(lanes), builder_(lanes.builder), memory_(memory), own_(lanes.word("own_pair")), first_(first) {
    builder_.assign(own_, padded(ir::lane() * 2));
}

void Pairs::write(const Sums& sums, int from, int to) const {
    lanes_.each_limb("tile", to - from, [&](Place tile) {
        const Scalar pair = Scalar(own_) + (Scalar(tile) * (2 * padded_row) + first_);
        sums.make_words(Scalar(tile) + from, memory_[pair], memory_[pair + 1]);
    });
}

void Pairs::read(const Place& digits, const Place& overs, const Place& over, int count, int first,
                 const std::string& suffix) const {
    const Place from = builder_.local(ir::word_named("first_pair" + suffix));
    // a row of shared memory has the pairs of whole lanes
    const bool is_even = ir::warp % (2 * count) == 0;
    const Scalar pair = ir::lane() * (2 * count) + 2 * first;
    builder_.assign(from, is_even ? padded(pair) : pair);
    const auto word = [&](const Scalar& i, int part) {
        return memory_[is_even ? Scalar(from) + (i * 2 + (part + first_))
                               : padded(Scalar(from) + i * 2) + (part + first_)];
    };
    const auto take_below = [&] { builder_.assign(over, memory_[padded(pair - 2) + (1 + first_)]); };
    if (first == 0) {
        builder_.assign(over, 0);
        builder_.when(ir::lane(), take_below);
    } else {
        take_below();
    }
    lanes_.each_limb("i", count, [&](Place i) {
        builder_.assign(overs.limb(i), over);
        builder_.assign(digits.limb(i), word(i, 0));
        builder_.assign(over, word(i, 1));
    });
}

}  // namespace limbsmith::algorithm::tensor
