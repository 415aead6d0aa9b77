#include "algorithm/tensor/sums.hpp"

#include "algorithm/ntt/passes.hpp"

namespace limbsmith::algorithm::tensor {

using group::Lanes;
using ir::Place, ir::Scalar;
using ntt::padded, ntt::padded_row;

namespace {

constexpr int steps_of_limb = 4;  // of 32 bytes, in the limbs that the lanes have
constexpr int steps_of_tile = 4;
constexpr int parts_of_shape = 2;  // words of a lane

int steps_of(const Lanes& lanes) { return steps_of_limb * lanes.words; }
// The least d, and how many there are.
int least_shape(const Lanes& lanes) { return Shapes::last - steps_of(lanes); }
int shapes_of(const Lanes& lanes) { return steps_of(lanes) + 1; }

Place words(const Lanes& lanes, const std::string& name, int count) {
    return lanes.builder.local(array(ir::word_named(name), count));
}
Place after(const Place& word, int distance) {
    return {word.variable, *word.element + distance, word.limb_index};
}

void load_shape(const Lanes& lanes, const Place& parts, const Columns& columns, const Scalar& d) {
    for (int half = 0; half < parts_of_shape; ++half)
        lanes.builder.assign(after(parts, half), columns.word(d, half));
}

}  // namespace

Shapes::Shapes(const Lanes& lanes, const std::string& name)
    : lanes_(lanes), parts_(words(lanes, name, words_of(lanes))) {}

int Shapes::words_of(const Lanes& lanes) { return parts_of_shape * shapes_of(lanes); }

// d = p - 4·T for tiles T < to and p >= 0
int Shapes::least(int to) const { return std::max(least_shape(lanes_), steps_of_tile - steps_of_tile * to); }

void Shapes::load(const Columns& columns, int to) const {
    const int from = least(to);
    lanes_.each_limb("d", last + 1 - from,
                     [&](Place d) { load_shape(lanes_, at(d), columns, Scalar(d) + from); });
}

Place Shapes::at(const Scalar& above_least) const { return parts_[above_least * parts_of_shape]; }

PassingShapes::PassingShapes(const Lanes& lanes, int tiles)
    : lanes_(lanes),
      count_(std::min(steps_of_tile * tiles, shapes_of(lanes))),
      parts_(words(lanes, "passing_columns", parts_of_shape * count_)) {}

void PassingShapes::clear() const {
    lanes_.each_limb("i", parts_of_shape * count_,
                     [&](Place i) { lanes_.builder.assign(parts_[Scalar(i)], 0); });
}

void PassingShapes::load(const Columns& columns, const Scalar& above_least) const {
    load_shape(lanes_, at(above_least), columns, above_least + least_shape(lanes_));
}

Place PassingShapes::at(const Scalar& above_least) const {
    return parts_[above_least % count_ * parts_of_shape];
}

Sums::Sums(const Lanes& lanes, int tiles)
    : lanes_(lanes),
      builder_(lanes.builder),
      sums_(words(lanes, "sums", of_tile * tiles)),
      a_(words(lanes, "rows_of_a", 4)) {}

void Sums::clear(int from, int to) const {
    lanes_.each_limb("i", of_tile * (to - from),
                     [&](Place i) { builder_.assign(sums_[Scalar(i) + of_tile * from], 0); });
}

void Sums::clear(const Place& top) const {
    lanes_.each_limb("i", of_tile, [&](Place i) { builder_.assign(top[i], 0); });
}

void Sums::add(const Rows& rows, const Shapes& shapes, int from, int to) const {
    add(rows, shapes, from, to, nullptr);
}

void Sums::add_upper_half(const Rows& rows, const Shapes& shapes, const Place& top) const {
    clear(top);
    add(rows, shapes, lanes_.words, 2 * lanes_.words, &top);
}

// One A(p) after the other, for all tiles.
void Sums::add(const Rows& rows, const Shapes& shapes, int from, int to, const Place* top) const {
    const int
        steps = steps_of(lanes_),
        least = shapes.least(to), count = Shapes::last + 1 - least,
        // of the first tile and of the last one, A(p) for p < 4·to; all of d are above those where B(d) is 0
        first = std::max(0, steps_of_tile * from + least),
        end = std::min(steps + Shapes::last + 1, steps_of_tile * to);
    lanes_.each_limb("chunk", end - first, [&](Place chunk) {
        const Scalar p = Scalar(chunk) + first;
        builder_.load_matrix(a_[0], rows.row(p));
        const auto multiply = [&](const Place& sums, const Scalar& shape) {
            builder_.when(less(shape, count),
                          [&] { builder_.multiply_matrices(sums, a_[0], shapes.at(shape)); });
        };
        // a tile that begins three steps above one: row 1 of it has bytes 32·(p - 3) + k of the number, for all k
        if (top) multiply((*top)[0], p - (steps - 1 + least));
        lanes_.each_limb("tile", to - from, [&](Place tile) {
            multiply(sums_[(Scalar(tile) + from) * of_tile],
                     p - Scalar(tile) * steps_of_tile - (least + steps_of_tile * from));
        });
    });
}

void Sums::add_passing(const Rows& rows, const Columns& columns, const PassingShapes& shapes, int from,
                       int to, const Place* top) const {
    const int least = least_shape(lanes_), all = shapes_of(lanes_),
              ahead =
                  top ? 1
                      : 0,  // the tile of `top` begins a step below the first one, and so has the next shape
        first = std::max(0, steps_of_tile * from + least),
              end = std::min(steps_of(lanes_) + Shapes::last + 1, steps_of_tile * to),
              // the shapes that tiles other than the first have for the first A(p)
        before = std::max(0, first - steps_of_tile * (to - 1) - least),
              behind = std::min(all, first - steps_of_tile * from - least + ahead);
    if (top) clear(*top);
    lanes_.each_limb("d", std::max(0, behind - before),
                     [&](Place d) { shapes.load(columns, Scalar(d) + before); });
    lanes_.each_limb("chunk", end - first, [&](Place chunk) {
        const Scalar of_first = Scalar(chunk) + (first - steps_of_tile * from - least);
        builder_.load_matrix(a_[0], rows.row(Scalar(chunk) + first));
        const auto when_it_is = [&](const Scalar& shape, const auto& body) {
            builder_.when(less(shape, all), body);
        };
        const auto multiply = [&](const Place& sums, const Scalar& shape) {
            when_it_is(shape, [&] { builder_.multiply_matrices(sums, a_[0], shapes.at(shape)); });
        };
        when_it_is(of_first + ahead, [&] { shapes.load(columns, of_first + ahead); });
        if (top) multiply((*top)[0], of_first + ahead);
        lanes_.each_limb("tile", to - from, [&](Place tile) {
            multiply(sums_[Scalar(tile) * of_tile], of_first - Scalar(tile) * steps_of_tile);
        });
    });
}

void Sums::make_words(const Scalar& tile, const Place& digit, const Place& over) const {
    make_word(builder_, sums_[tile * of_tile], digit, over);
}

void make_word(ir::RoutineBuilder& builder, const Place& sums, const Place& digit, const Place& over) {
    const auto sum = [&](int i) { return Scalar(Place{sums.variable, *sums.element + i, sums.limb_index}); };
    builder.call("tensor_columns", {sum(2), sum(3), sum(0), sum(1)}, {digit, over});
}

void Sums::make_striped(int from, int count, const Place& digits, const Place& overs) const {
    lanes_.each_limb("tile", count, [&](Place tile) {
        make_words(Scalar(tile) + from, digits.limb(tile), overs.limb(tile));
    });
}

int Pairs::size(int tiles) { return 2 * padded_row * tiles; }

Pairs::Pairs(const Lanes& lanes, const Place& memory, int first)
    : lanes_(lanes), builder_(lanes.builder), memory_(memory), own_(lanes.word("own_pair")), first_(first) {
    builder_.assign(own_, padded(ir::lane() * 2));
}

void Pairs::write(const Sums& sums, int tiles) const {
    lanes_.each_limb("tile", tiles, [&](Place tile) {
        const Scalar pair = Scalar(own_) + (Scalar(tile) * (2 * padded_row) + first_);
        sums.make_words(tile, memory_[pair], memory_[pair + 1]);
    });
}

void Pairs::read(const Place& digits, const Place& overs, int count, int first,
                 const std::string& suffix) const {
    const auto word = [&](const char* name) { return builder_.local(ir::word_named(name + suffix)); };
    const Place from = word("first_pair"), over = word("over_of_word"), below = word("over_below");
    // a row of shared memory has the pairs of whole lanes
    const bool is_even = ir::warp % (2 * count) == 0;
    const Scalar pair = ir::lane() * (2 * count) + 2 * first;
    builder_.assign(from, is_even ? padded(pair) : pair);
    const auto at = [&](const Scalar& i, int part) {
        return memory_[is_even ? Scalar(from) + (i * 2 + (part + first_))
                               : padded(Scalar(from) + i * 2) + (part + first_)];
    };
    builder_.assign(over, 0);
    lanes_.each_limb("i", count, [&](Place i) {
        builder_.assign(overs.limb(i), over);
        builder_.assign(digits.limb(i), at(i, 0));
        builder_.assign(over, at(i, 1));
    });
    // lanes could read what the word below theirs gives, but few at a time: it lies in few banks
    lanes_.from_lane(below, over, ir::lane() - 1);
    builder_.assign(overs.limb(0), select(ir::lane(), below, 0));
    if (first == 0) return;
    builder_.when(equal(ir::lane(), 0),
                  [&] { builder_.assign(overs.limb(0), memory_[padded(2 * first - 2) + (1 + first_)]); });
}

}  // namespace limbsmith::algorithm::tensor
