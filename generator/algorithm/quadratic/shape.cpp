#include "algorithm/quadratic/shape.hpp"

#include <stdexcept>

namespace limbsmith::algorithm::quadratic {

// The cost of a diagonal, in parts of a product of blocks: one product, those of pairs with their differences, and to add
// the chains. The last diagonal takes half of each product.
std::vector<uint32_t> first_diagonals(const Shape& shape, bool is_of_squares) {
    const int M = shape.blocks();
    constexpr int product = 16, sums = 8;
    const int pair = is_of_squares ? 11 : 19, low_pair = is_of_squares ? 8 : 9;
    const auto cost = [&](int d) {
        const int pairs = (d + 1) / 2;
        return d == M - 1 ? low_pair * pairs + product / 2 : product + pair * pairs + sums;
    };
    int total = 0;
    for (int d = 0; d < M; ++d) total += cost(d);
    std::vector<uint32_t> first{0};
    for (int d = 0, done = 0; d < M; done += cost(d++)) {
        const int warp = static_cast<int>(first.size());
        if (warp == shape.warps) break;
        const bool is_due = (done + cost(d) / 2) * shape.warps >= total * warp;
        const bool has_two = d >= static_cast<int>(first.back()) + 2;
        const bool must = M - d <= 2 * (shape.warps - warp);
        if (has_two && (is_due || must)) first.push_back(static_cast<uint32_t>(d));
    }
    first.push_back(static_cast<uint32_t>(M));
    if (static_cast<int>(first.size()) != shape.warps + 1)
        throw std::logic_error("too few blocks for as many warps");
    return first;
}

}  // namespace limbsmith::algorithm::quadratic
