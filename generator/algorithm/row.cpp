// Products by rows: row i adds x·y_i·2^(32i) to an even and an odd accumulator chain, which are added at the
// end.
#include "algorithm/product.hpp"
#include "algorithm/row_accumulator.hpp"

namespace limbsmith::algorithm {

Limbs rows(ir::Builder& builder, const Factors& factors, int words) {
    RowAccumulator sum(builder, words);
    bool is_whole = true;  // all products so far
    for (int i = 0; i < static_cast<int>(factors.y.size()); ++i) {
        const RowAccumulator before = sum;
        Limbs row = factors.x;
        for (int j = 0; j < static_cast<int>(row.size()); ++j) {
            if (factors.has(i, j)) continue;
            row[j] = {};
            is_whole = false;
        }
        sum.add_row(row, factors.y[i], i, max_of(row) * factors.y[i].max);
        const ir::NoteSum added = weight_of(i) * (value(row) * value(Limbs{factors.y[i]}));
        if (added.empty()) continue;
        if (is_whole) {
            sum.note(value(factors.x) * lowest(factors.y, i + 1));
        } else {
            sum.note_gain(before, added);
        }
    }
    const ir::NoteSum before = sum.sum();
    const Limbs result = sum.finish(0);
    sum.note(value(result), is_whole ? value(factors.x) * value(factors.y) : before);
    return result;
}

}  // namespace limbsmith::algorithm
