#include "plan/tiles.hpp"

namespace limbsmith::plan {

using algorithm::quadratic::Shape;

std::optional<int> tile_block(Width width) {
    constexpr int least = 64, most_short = 96, most_middle = 192, most = 256;  // limbs
    const int limbs = width.limbs();
    if (limbs < least || limbs > most || limbs % 16 != 0) return std::nullopt;
    return limbs >= most_short && limbs < most_middle ? 16 : 8;
}

// A multiprocessor is to have 12 warps or more.
std::optional<Shape> tile_shape(Width width, int slots) {
    constexpr int most_bytes = 220 << 10;  // of slots
    constexpr int few_slots = 2, many_blocks = 12;
    const std::optional<int> block = tile_block(width);
    if (!block) return std::nullopt;
    Shape shape{.limbs = width.limbs(), .block_limbs = *block, .warps = 2, .products_of_turn = 1};
    if (shape.blocks() > many_blocks) shape.warps = 4, shape.products_of_turn = 4;
    if (slots > few_slots && shape.blocks() > many_blocks && shape.limbs % 32 == 0)
        shape.warps = 8;
    else if (slots > few_slots && *block == 16)
        shape.warps = 4;
    if (slots * shape.slot_words() * 4 > most_bytes) return std::nullopt;
    return shape;
}

}  // namespace limbsmith::plan
