// Products by columns: all products of one weight are added to a three-word accumulator, whose lowest word is
// then finished. The third word collects the carries of the column for the next two columns.
#include <algorithm>

#include "algorithm/accumulator.hpp"
#include "algorithm/claims.hpp"
#include "algorithm/notes.hpp"
#include "algorithm/product.hpp"

namespace limbsmith::algorithm {

Limbs columns(ir::Builder& builder, const Factors& factors, int words) {
    Limbs result;
    Limb low, high, carry;
    mpz_class max = 0;
    for (int column = 0; column < words; ++column) {
        ir::NoteSum sum = value(Limbs{low, high});
        const int last = std::min<int>(column, static_cast<int>(factors.y.size()) - 1);
        for (int i = last; i >= 0; --i) {
            const int j = column - i;
            if (j >= static_cast<int>(factors.x.size()) || !factors.has(i, j)) continue;
            if (!factors.x[j] || !factors.y[i]) continue;
            max += (mpz_class(factors.x[j].max) * factors.y[i].max) << (limb_bits * column);
            sum = std::move(sum) + value(Limbs{factors.x[j]}) * value(Limbs{factors.y[i]});
            ir::Chain chain(builder);
            add_product(builder, chain, factors.x[j], factors.y[i], low, high, column + 1 < words);
            if (chain.pending() && column + 2 < words) add_flag(chain, carry);
        }
        note(builder, value(Limbs{low, high, carry}), sum,
             column + 2 < words ? 0 : limb_bits * (words - column));
        result.push_back(low);
        low = high;
        high = carry;
        carry = {};
    }
    claim_at_most(builder, number(result), max);
    return result;
}

}  // namespace limbsmith::algorithm
