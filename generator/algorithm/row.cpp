// Products by rows: row i adds x·y_i·2^(32i) to an even and an odd accumulator chain, which are added at the
// end.
#include "algorithm/product.hpp"
#include "algorithm/row_accumulator.hpp"

namespace limbsmith::algorithm {

Limbs rows(ir::Builder& builder, const Factors& factors, int words) {
    RowAccumulator sum(builder, words);
    for (int i = 0; i < static_cast<int>(factors.y.size()); ++i) {
        Limbs row = factors.x;
        for (int j = 0; j < static_cast<int>(row.size()); ++j) {
            if (!factors.has(i, j)) row[j] = {};
        }
        sum.add_row(row, factors.y[i], i, max_of(row) * factors.y[i].max);
    }
    return sum.finish(0);
}

}  // namespace limbsmith::algorithm
