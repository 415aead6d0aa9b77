#include "plan/tiles.hpp"

namespace limbsmith::plan {

std::optional<algorithm::quadratic::Shape> tile_shape(Width width) {
    using algorithm::quadratic::Shape;
    constexpr int least = 64, most_short = 96, most_middle = 192, most = 256;  // limbs
    const int limbs = width.limbs();
    if (limbs < least || limbs > most || limbs % 16 != 0) return std::nullopt;
    if (limbs < most_short) return Shape{.limbs = limbs, .block_limbs = 8, .warps = 2, .products_of_turn = 2};
    if (limbs < most_middle)
        return Shape{.limbs = limbs, .block_limbs = 16, .warps = 2, .products_of_turn = 2};
    return Shape{.limbs = limbs, .block_limbs = 8, .warps = 4, .products_of_turn = 4};
}

}  // namespace limbsmith::plan
