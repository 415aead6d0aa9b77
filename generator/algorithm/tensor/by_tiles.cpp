#include "algorithm/tensor/by_tiles.hpp"

namespace limbsmith::algorithm::tensor {

using group::Lanes;
using ir::Place;

namespace {

constexpr int tiles_at_once = 8;

}  // namespace

ByTiles::ByTiles(const Lanes& lanes)
    : lanes_(lanes), shapes_(lanes, tiles_at_once), sums_(lanes, tiles_at_once) {}

// Within a loop no reader sees that each shape is written before it is read.
void ByTiles::prepare() const { shapes_.clear(); }

Carry ByTiles::words(const Rows& rows, const Columns& columns, int from, int to, const Carry& first,
                     const Take& take, const std::string& suffix) const {
    return words(rows, columns, from, to, first, nullptr, take, suffix);
}

Carry ByTiles::upper_words(const Rows& rows, const Columns& columns, const Below& below, const Take& take,
                           const std::string& suffix) const {
    return words(rows, columns, lanes_.words, 2 * lanes_.words, {}, &below, take, suffix);
}

Carry ByTiles::words(const Rows& rows, const Columns& columns, int from, int to, Carry carry,
                     const Below* below, const Take& take, const std::string& suffix) const {
    const Place digits = lanes_.number("digits" + suffix), overs = lanes_.number("overs" + suffix),
                part = lanes_.number("part" + suffix);
    for (int tile = from; tile < to; tile += tiles_at_once) {
        const int count = std::min(tiles_at_once, to - tile);
        const bool is_first = tile == from;
        // else compilers keep all rows and shapes that come again, in local memory
        if (!is_first) lanes_.builder.barrier();
        sums_.clear(0, count);
        sums_.add_passing(rows, columns, shapes_, tile, tile + count,
                          below && is_first ? &below->top : nullptr);
        if (below && is_first) carry = below->carry();
        sums_.make_striped(0, count, digits, overs);
        carry = striped_words(lanes_, part, digits, overs, count, carry, suffix + "_" + std::to_string(tile));
        take(part, tile, count);
    }
    return carry;
}

}  // namespace limbsmith::algorithm::tensor
