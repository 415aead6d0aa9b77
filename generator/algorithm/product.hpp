// Products: the sum of x_i·y_j·2^(32(i+j)) over a set of index pairs, cut off at `words` words.
//
// Two orders of the same products. `rows` is the fast one: every product is one wide multiply-add. `columns`
// is the schoolbook method of Carlessi, Kashani 2013 (figure 3.14b), known as Comba or product scanning. Both
// ensure: result = (sum mod 2^(32·words)), in `words` limbs. requires: words >= 1.
#pragma once

#include <gmpxx.h>

#include <functional>
#include <vector>

#include "algorithm/limb.hpp"

namespace limbsmith::algorithm {

struct Factors {
    Limbs x, y;
    // Which products belong to the sum.
    std::function<bool(int i, int j)> has = [](int, int) { return true; };
};

Limbs rows(ir::Builder& builder, const Factors& factors, int words);
Limbs columns(ir::Builder& builder, const Factors& factors, int words);

// Methods for products and squares, cut off at `words` words.
using Product = std::function<Limbs(ir::Builder&, const Factors&, int words)>;
using Square = std::function<Limbs(ir::Builder&, const Limbs& x, int words)>;

// x² as twice the products of the pairs i < j plus the squares of the limbs: n(n+1)/2 products instead of n².
Limbs square(ir::Builder& builder, const Limbs& x, int words, const Product& product);

// x² = Σ x_i·row_i·2^(64i) + 2^(32n)·high, where row_i = x_i + 2·(x_(i+1)·2^32 + x_(i+2)·2^64 + ...) without
// the bit that doubling shifts out of the top limb; `high` is the contribution of that bit.
struct SquareRows {
    std::vector<Limbs> row;
    Limbs high;
    mpz_class high_max;
};
SquareRows square_rows(ir::Builder& builder, const Limbs& x);

// The words of limbs; absent limbs are zero.
Words words_of(const Limbs& limbs);

}  // namespace limbsmith::algorithm
