// In which order the values of an expression are computed, and which transforms are kept for it.
//
// A value is the result of the expression, a factor of a product, or a sum that several others need. It is a sum of
// products and of other values; the differences of an expression are sums with a sign. All values of a level depend on
// those of lower levels alone. Transforms of factors lie in places 0, 1, ..., those of the sums of a level after them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "limbsmith/grid/expression.hpp"
#include "operation/device_grid.hpp"

namespace limbsmith::grid {

// How many products of numbers of so many words may be added up: each adds `words` products below 2^64 to a digit, which has to
// stay below 2^product_bits.
constexpr uint32_t most_terms(uint32_t words) { return (1u << (product_bits - 64)) / words; }

struct Plan {
    // The places of transforms, two factors for each term, as the kernel sums_N takes them (operation/device_grid.hpp).
    using Sum = std::vector<uint32_t>;
    struct Value {
        uint32_t number;  // among the inputs and steps
        // Indices of sums of the level, and other values, which are added and subtracted as numbers.
        std::vector<uint32_t> sums{}, negative_sums{}, added{}, subtracted{};
    };
    struct Level {
        // The values below it whose transforms are computed now, for places from `first` on. Those of the last ones are kept
        // if a later level needs them.
        std::vector<uint32_t> factors{};
        uint32_t first = 0;
        bool are_kept = false;
        std::vector<Sum> sums{};
        std::vector<Value> values{};

        uint32_t fresh() const {
            return std::min<uint32_t>(most_fresh, static_cast<uint32_t>(factors.size()));
        }
        // For the kernel: where the terms of each sum begin and end, then the terms.
        std::vector<uint32_t> table() const;
    };

    // The last value is that of the last step. requires: as Expression.
    Plan(uint32_t inputs, span<const Step> steps, uint32_t most_terms);

    std::vector<Level> levels{};
    uint32_t places = 0, most_sums = 0;  // of factors; of a level
};

}  // namespace limbsmith::grid
