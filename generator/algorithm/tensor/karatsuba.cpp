#include "algorithm/tensor/karatsuba.hpp"

namespace limbsmith::algorithm::tensor {

using group::Lanes;
using ir::Place, ir::Scalar;

namespace {

constexpr int most_by_matrices = 8;  // limbs
constexpr int words_of_pair = 2;
// Pairs that matrices make are below 2^56 (leaves.hpp), so those of halves of halves are below 1.5·2^60 in absolute value. With
// `enough`·(2^32 - 1) on top of each they are positive and below 2^62, and n words are greater by enough·(2^(32n) - 1): `enough` at
// the first one is then right modulo 2^(32n).
constexpr uint32_t enough = 1u << 29;

int limbs_by_matrices(int words) {
    while (words > most_by_matrices) words /= 2;
    return words;
}
Lanes with_limbs(const Lanes& lanes, int words) { return {{lanes.count, words, lanes.type}, lanes.builder}; }

// Where pairs begin in shared memory; how many limbs of sums of halves wait there behind those of the product: where halves are
// halved again, registers have no room for them.
int first_pair(const Lanes& part) { return Rows::size(part) + Columns::size(part); }
int waiting(const Lanes& lanes, const Lanes& part) {
    const int half = lanes.words / 2;
    return half == part.words ? 0 : half;
}

}  // namespace

bool has_halves(int words) {
    return words > most_by_matrices && words % 2 == 0 &&
           (words / 2 <= most_by_matrices || has_halves(words / 2));
}

int Karatsuba::size(const Lanes& lanes) {
    const Lanes part = with_limbs(lanes, limbs_by_matrices(lanes.words));
    return first_pair(part) + words_of_pair * lanes.count * (2 * lanes.words + waiting(lanes, part));
}

Karatsuba::Karatsuba(const Lanes& lanes, const Place& memory)
    : lanes_(lanes),
      builder_(lanes.builder),
      part_(with_limbs(lanes, limbs_by_matrices(lanes.words))),
      rows_(part_, memory, 0),
      columns_(part_, memory, Rows::size(part_)),
      shapes_(part_, "columns_of_y"),
      sums_(part_, 2 * part_.words),
      pairs_{memory, ir::lane() * words_of_pair + first_pair(part_), words_of_pair * lanes.count} {}

void Karatsuba::write_zeros() const {
    rows_.write_zeros();
    columns_.write_zeros();
}

void Karatsuba::multiply(const Place& x, const Place& y, const std::string& suffix) const {
    product(pairs_, x, y, lanes_.words, suffix);
}

void Karatsuba::combine(const char* leaf, const Pairs& target, const Pairs& a, const Pairs& b,
                        const Place& limb) const {
    const Scalar i(limb);
    builder_.call(leaf, {Scalar(a.low(i)), Scalar(a.high(i)), Scalar(b.low(i)), Scalar(b.high(i))},
                  {target.low(i), target.high(i)});
}

void Karatsuba::add_word(const Pairs& target, const Scalar& limb, const Scalar& word) const {
    builder_.call("sum_of_pairs", {Scalar(target.low(limb)), Scalar(target.high(limb)), word, Scalar(0)},
                  {target.low(limb), target.high(limb)});
}

void Karatsuba::write(const Pairs& pairs, const Place& x, const Place& y, int limbs) const {
    lanes_.each_limb("i", limbs, [&](Place i) {
        builder_.assign(pairs.low(i), x.limb(i));
        builder_.assign(pairs.high(i), y.limb(i));
    });
}

void Karatsuba::read(const Place& x, const Place& y, const Pairs& pairs, int limbs) const {
    lanes_.each_limb("i", limbs, [&](Place i) {
        builder_.assign(x.limb(i), pairs.low(i));
        builder_.assign(y.limb(i), pairs.high(i));
    });
}

void Karatsuba::product(const Pairs& z, const Place& x, const Place& y, int words,
                        const std::string& suffix) const {
    if (words == part_.words) return product_by_matrices(z, x, y, suffix);
    product_of_halves(z, x, y, words / 2, suffix);
}

void Karatsuba::product_by_matrices(const Pairs& z, const Place& x, const Place& y,
                                    const std::string& suffix) const {
    const int tiles = 2 * part_.words;
    builder_.barrier();  // zeros are there, the factors before have been read
    rows_.write(Words::striped(part_, x, "_x" + suffix));
    columns_.write(Words::striped(part_, y, "_y" + suffix));
    builder_.barrier();
    sums_.clear(0, tiles);
    shapes_.load(columns_, tiles);
    sums_.add(rows_, shapes_, 0, tiles);
    lanes_.each_limb("tile", tiles, [&](Place tile) { sums_.make_words(tile, z.low(tile), z.high(tile)); });
}

void Karatsuba::product_of_halves(const Pairs& z, const Place& x, const Place& y, int half,
                                  const std::string& suffix) const {
    const auto number = [&](const char* name) {
        return builder_.local(ir::number_named(name + suffix, lanes_.type, lanes_.words));
    };
    const auto upper = [&](const char* name, const Place& of) {
        const Place made = number(name);
        lanes_.each_limb("i", half,
                         [&](Place i) { builder_.assign(made.limb(i), of.limb(Scalar(i) + half)); });
        return made;
    };
    const Place x1 = upper("upper_x", x), y1 = upper("upper_y", y), x01 = number("sum_x"),
                y01 = number("sum_y");
    const Scalar over_x = striped_sum(lanes_, x01, x, x1, half, 0, "_sum_x" + suffix),
                 over_y = striped_sum(lanes_, y01, y, y1, half, 0, "_sum_y" + suffix);
    const bool wait = half != part_.words;
    const Pairs upper_half = z.from(2 * half), behind = pairs_.from(2 * lanes_.words);
    if (wait) {
        write(upper_half, x1, y1, half);
        write(behind, x01, y01, half);
    }
    product(z, x, y, half, suffix + "_low");
    if (wait) read(x1, y1, upper_half, half);
    product(upper_half, x1, y1, half, suffix + "_high");
    if (wait) read(x01, y01, behind, half);

    const Pairs low = z, low_high = z.from(half), high_low = upper_half, high = z.from(3 * half),
                middle{builder_.local(array(ir::word_named("middle" + suffix), words_of_pair * 2 * half)), 0,
                       words_of_pair},
                upper_middle = middle.from(half);
    lanes_.each_limb("i", half, [&](Place i) {
        combine("difference_of_pairs", middle, low_high, high_low, i);
        combine("difference_of_pairs", upper_middle, high_low, low_high, i);
        combine("difference_of_pairs", low_high, middle, low, i);
        combine("difference_of_pairs", high_low, upper_middle, high, i);
        add_word(high_low, i, y01.limb(i) & (Scalar(0) - over_x));
        add_word(high_low, i, x01.limb(i) & (Scalar(0) - over_y));
    });
    add_word(high, 0, select(ir::lane(), 0, over_x & over_y));
    product(middle, x01, y01, half, suffix + "_middle");
    lanes_.each_limb("i", 2 * half, [&](Place i) { combine("sum_of_pairs", low_high, low_high, middle, i); });
}

Carry Karatsuba::words(const Place& r, int from, const Carry& carry, const std::string& suffix) const {
    const Place digits = builder_.local(ir::number_named("digits" + suffix, lanes_.type, lanes_.words)),
                overs = builder_.local(ir::number_named("overs" + suffix, lanes_.type, lanes_.words));
    const Pairs of = pairs_.from(from);
    lanes_.each_limb("i", lanes_.words, [&](Place i) {
        builder_.call("sum_of_pairs",
                      {Scalar(of.low(i)), Scalar(of.high(i)), Scalar(0u - enough), Scalar(enough - 1)},
                      {digits.limb(i), overs.limb(i)});
    });
    return striped_words(lanes_, r, digits, overs, lanes_.words, from == 0 ? Carry{enough, 0} : carry,
                         suffix);
}

}  // namespace limbsmith::algorithm::tensor
