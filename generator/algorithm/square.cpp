// Squares: 2·(sum over i < j of x_i·x_j·2^(32(i+j))) + sum of x_i²·2^(64i)  (HAC, algorithm 14.16,
// regrouped).
#include "algorithm/accumulator.hpp"
#include "algorithm/product.hpp"

namespace limbsmith::algorithm {

Words words_of(const Limbs& limbs) {
    Words words;
    for (const Limb& limb : limbs) words.push_back(limb ? limb.word : ir::Operand(0u));
    return words;
}

Limbs square(ir::Builder& builder, const Limbs& x, int words, const Product& product) {
    // i runs over y, j over x: each pair of different limbs once
    Limbs sum = product(builder, {x, x, [](int i, int j) { return i < j; }}, words);

    // the cross products, twice
    ir::Chain doubling(builder);
    for (Limb& limb : sum) {
        if (limb) {
            const uint64_t max = 2 * uint64_t{limb.max} + (doubling.pending() ? 1 : 0);
            limb = {doubling.add(limb.word, limb.word),
                    static_cast<uint32_t>(std::min<uint64_t>(max, UINT32_MAX))};
            if (max <= UINT32_MAX) doubling.forget();
        } else if (doubling.pending()) {
            add_flag(doubling, limb);
        }
    }

    // and the squares of the limbs, which touch and never overlap
    ir::Chain chain(builder);
    for (int w = 0; w < words; w += 2) {
        Limb beyond;
        const bool keep_hi = w + 1 < words;
        Limb& hi = keep_hi ? sum[w + 1] : beyond;
        if (w / 2 < static_cast<int>(x.size()) && x[w / 2]) {
            add_product(builder, chain, x[w / 2], x[w / 2], sum[w], hi, keep_hi);
        } else {
            if (chain.pending()) add_flag(chain, sum[w]);
            if (chain.pending() && keep_hi) add_flag(chain, hi);
        }
    }
    return sum;
}

}  // namespace limbsmith::algorithm
