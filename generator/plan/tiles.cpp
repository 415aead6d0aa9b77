#include "plan/tiles.hpp"

#include "choice/rates.hpp"
#include "spec/mapping.hpp"

namespace limbsmith::plan {

using algorithm::quadratic::Shape;
namespace rates = choice::rates;

std::optional<int> tile_block(Width width) {
    const int limbs = width.limbs();
    if (limbs < rates::least_limbs_of_tiles || limbs > rates::most_limbs_of_tiles || limbs % 16 != 0)
        return std::nullopt;
    return rates::block_of_tile;
}

std::optional<Shape> tile_shape(Width width, int slots) {
    constexpr int most_bytes = 200 << 10;  // of slots
    const std::optional<int> block = tile_block(width);
    if (!block) return std::nullopt;
    Shape shape{.limbs = width.limbs(), .block_limbs = *block, .warps = 2, .value_limbs = value_limbs(width)};
    const bool is_product = slots <= 2;
    const int four =
        is_product ? rates::least_limbs_of_four_warps : rates::least_limbs_of_expressions_by_four_warps;
    if (shape.limbs >= four) shape.warps = 4;
    if (!is_product && shape.limbs >= rates::least_limbs_of_expressions_by_eight_warps &&
        shape.limbs % 32 == 0)
        shape.warps = 8;
    if (slots * shape.slot_words() * 4 > most_bytes) return std::nullopt;
    return shape;
}

bool is_tile_by_matrices_faster(Width width, bool is_exact) {
    const rates::Widths one_by_one = rates::exact_tensor_products_one_by_one;
    return !is_exact || width.bits < one_by_one.least || width.bits > one_by_one.most;
}

}  // namespace limbsmith::plan
