#include "plan/tiles.hpp"

#include "spec/mapping.hpp"

namespace limbsmith::plan {

using algorithm::quadratic::Shape;

std::optional<int> tile_block(Width width) {
    constexpr int least = 64, most = 256;  // limbs
    const int limbs = width.limbs();
    if (limbs < least || limbs > most || limbs % 16 != 0) return std::nullopt;
    return 8;
}

// Few warps have long runs of diagonals, which wait for each other less; an expression takes more shared memory, so that
// a multiprocessor has fewer tiles, and more warps each. As measured on an H200.
std::optional<Shape> tile_shape(Width width, int slots) {
    constexpr int most_bytes = 200 << 10;  // of slots
    const std::optional<int> block = tile_block(width);
    if (!block) return std::nullopt;
    Shape shape{.limbs = width.limbs(), .block_limbs = *block, .warps = 2, .value_limbs = value_limbs(width)};
    const bool is_product = slots <= 2;
    if (shape.limbs >= (is_product ? 192 : 96)) shape.warps = 4;
    if (!is_product && shape.limbs >= 192 && shape.limbs % 32 == 0) shape.warps = 8;
    if (slots * shape.slot_words() * 4 > most_bytes) return std::nullopt;
    return shape;
}

}  // namespace limbsmith::plan
