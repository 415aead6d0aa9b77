// Products by rows with even and odd accumulator chains.
//
// A product x_j·y_i occupies the words i+j and i+j+1. Row i adds x_j·y_i for all j, the j of one parity in
// one chain and of the other parity in another, so that the products of a chain touch and never overlap. The
// chain that a product belongs to is the parity of i+j: over all rows a chain uses the same pairs of words,
// and each product is one wide multiply-add on an aligned register pair (IMAD.WIDE.U32.X). Adding the two
// chains is the last step. The arrangement is known from operand scanning on GPUs (sppark, CGBN); here it
// serves odd limb counts as well.
#include <array>

#include "algorithm/accumulator.hpp"
#include "algorithm/product.hpp"

namespace limbsmith::algorithm {
namespace {

// Adds the products of row i whose j has the parity of `first` to `sum`.
void add_row(ir::Builder& builder, const Factors& factors, int i, int first, Limbs& sum) {
    const int words = static_cast<int>(sum.size());
    const auto contributes = [&](int j) { return factors.has(i, j) && factors.x[j] && factors.y[i]; };
    std::vector<int> row;
    for (int j = first; j < static_cast<int>(factors.x.size()) && i + j < words; j += 2) {
        if (contributes(j)) row.push_back(j);
    }
    ir::Chain chain(builder);
    for (size_t k = 0; k < row.size(); ++k) {
        const int w = i + row[k];
        Limb beyond;  // stands for the word above the cut
        const bool keep_hi = w + 1 < words;
        add_product(builder, chain, factors.x[row[k]], factors.y[i], sum[w], keep_hi ? sum[w + 1] : beyond,
                    keep_hi);
        // the flag goes to the next product of the row, or ripples up to it
        const int next = k + 1 < row.size() ? i + row[k + 1] : words;
        for (int r = w + 2; r < next && chain.pending(); ++r) add_flag(chain, sum[r]);
    }
}

// The sum of two chains, which overlap in all but the lowest words.
Limbs merge(ir::Builder& builder, const Limbs& even, const Limbs& odd) {
    Limbs result;
    ir::Chain chain(builder);
    for (size_t w = 0; w < even.size(); ++w) {
        Limb limb = even[w] ? even[w] : odd[w];
        if (even[w] && odd[w]) {
            const uint64_t max = uint64_t{even[w].max} + odd[w].max + (chain.pending() ? 1 : 0);
            limb = {chain.add(even[w].word, odd[w].word),
                    static_cast<uint32_t>(std::min<uint64_t>(max, UINT32_MAX))};
            if (max <= UINT32_MAX) chain.forget();
        } else if (chain.pending()) {
            add_flag(chain, limb);
        }
        result.push_back(limb);
    }
    return result;
}

}  // namespace

Limbs rows(ir::Builder& builder, const Factors& factors, int words) {
    std::array<Limbs, 2> sum{Limbs(words), Limbs(words)};
    for (int i = 0; i < static_cast<int>(factors.y.size()); ++i) {
        for (int parity : {0, 1}) add_row(builder, factors, i, parity, sum[(i + parity) & 1]);
    }
    return merge(builder, sum[0], sum[1]);
}

}  // namespace limbsmith::algorithm
