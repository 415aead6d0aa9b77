#include "algorithm/tensor/striped_products.hpp"

namespace limbsmith::algorithm::tensor {

using group::Lanes;
using ir::Place;

namespace {

bool is_by_halves(const Lanes& lanes, int tiles) {
    return tiles == 2 * lanes.words && has_halves(lanes.words);
}

}  // namespace

bool fits_registers(const Lanes& lanes, int tiles) {
    constexpr int most_words = 144;
    return Shapes::words_of(lanes) + Sums::of_tile * tiles <= most_words;
}

int StripedProducts::size(const Lanes& lanes, int tiles) {
    return is_by_halves(lanes, tiles) ? Karatsuba::size(lanes) : Rows::size(lanes) + Columns::size(lanes);
}

StripedProducts::StripedProducts(const Lanes& lanes, const Place& memory, int tiles)
    : lanes_(lanes), builder_(lanes.builder), tiles_(tiles) {
    if (is_by_halves(lanes, tiles)) {
        halves_.emplace(lanes, memory);
        return;
    }
    rows_.emplace(lanes, memory, 0);
    columns_.emplace(lanes, memory, Rows::size(lanes));
    if (fits_registers(lanes, tiles)) {
        shapes_.emplace(lanes, "columns_of_y");
        sums_.emplace(lanes, tiles);
    } else {
        by_tiles_.emplace(lanes);
    }
}

void StripedProducts::write_zeros() const {
    if (halves_) return halves_->write_zeros();
    rows_->write_zeros();
    columns_->write_zeros();
    if (by_tiles_) by_tiles_->prepare();
}

void StripedProducts::multiply(const Place& x, const Place& y, const Take& take,
                               const std::string& suffix) const {
    if (halves_) return by_halves(x, y, take, suffix);
    const Words first = Words::striped(lanes_, x, "_x" + suffix);
    const bool is_square = x.variable == y.variable;
    multiply(first, is_square ? first : Words::striped(lanes_, y, "_y" + suffix), take, suffix);
}

void StripedProducts::multiply(const Words& x, const Words& y, const Take& take,
                               const std::string& suffix) const {
    builder_.barrier();  // the last lane writes words over zeros; factors of a product before have been read
    rows_->write(x);
    columns_->write(y);
    builder_.barrier();
    if (by_tiles_) {
        by_tiles_->words(*rows_, *columns_, 0, tiles_, {}, take, suffix);
        return;
    }
    at_once(take, suffix);
}

void StripedProducts::at_once(const Take& take, const std::string& suffix) const {
    sums_->clear(0, tiles_);
    shapes_->load(*columns_, tiles_);
    sums_->add(*rows_, *shapes_, 0, tiles_);
    const Place digits = lanes_.number("digits" + suffix), overs = lanes_.number("overs" + suffix),
                part = lanes_.number("part" + suffix);
    Carry carry{};
    for (int from = 0; from < tiles_; from += lanes_.words) {
        sums_->make_striped(from, lanes_.words, digits, overs);
        carry = striped_words(lanes_, part, digits, overs, lanes_.words, carry,
                              suffix + (from == 0 ? "_low" : "_high"));
        take(part, from, lanes_.words);
    }
}

void StripedProducts::by_halves(const Place& x, const Place& y, const Take& take,
                                const std::string& suffix) const {
    halves_->multiply(x, y, suffix);
    const Place part = lanes_.number("part" + suffix);
    Carry carry{};
    for (const int from : {0, lanes_.words}) {
        carry = halves_->words(part, from, carry, suffix + (from == 0 ? "_low" : "_high"));
        take(part, from, lanes_.words);
    }
}

}  // namespace limbsmith::algorithm::tensor
