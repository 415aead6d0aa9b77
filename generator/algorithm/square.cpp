// Squares: 2·(sum over i < j of x_i·x_j·2^(32(i+j))) + sum of x_i²·2^(64i)  (HAC, algorithm 14.16,
// regrouped).
//
// Two arrangements: the sum of the cross products is doubled, for any order of the products; or x is doubled
// first, which leaves rows only. The first takes fewer additions. The second ends with its last row, so a
// reduction can go between the rows.
#include <algorithm>

#include "algorithm/accumulator.hpp"
#include "algorithm/claims.hpp"
#include "algorithm/product.hpp"
#include "algorithm/row_accumulator.hpp"

namespace limbsmith::algorithm {

Words words_of(const Limbs& limbs) {
    Words words;
    for (const Limb& limb : limbs) words.push_back(limb ? limb.word : ir::Operand(0u));
    return words;
}

Limbs square(ir::Builder& builder, const Limbs& x, int words, const Product& product) {
    // i indexes y, j indexes x: each pair of different limbs once
    Limbs sum = product(builder, {x, x, [](int i, int j) { return i < j; }}, words);

    // double the cross products
    const ir::NoteSum crosses = value(sum);
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

    const mpz_class max = max_of(x) * max_of(x);
    const int cut = mpz_sizeinbase(max.get_mpz_t(), 2) > size_t(limb_bits * words) ? limb_bits * words : 0;
    note(builder, value(sum), mpz_class(2) * crosses, cut);

    // add the squares of the limbs, which touch and never overlap
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
    note(builder, value(sum), value(x) * value(x), cut);
    claim_at_most(builder, number(sum), max);
    return sum;
}

SquareRows square_rows(ir::Builder& builder, const Limbs& x) {
    using ir::Opcode, ir::Operand;
    const int n = static_cast<int>(x.size());
    const auto doubled_max = [](Limb limb, bool carry) {
        return static_cast<uint32_t>(std::min<uint64_t>(2 * uint64_t{limb.max} + carry, UINT32_MAX));
    };
    Limbs shifted(n);  // 2·x_j mod 2^32: the lowest limb of a doubled part
    Limbs doubled(n);  // with the bit shifted in from the limb below
    for (int j = 1; j < n; ++j) {
        if (x[j]) shifted[j] = {builder.emit(Opcode::shl, x[j].word, Operand(1u)), doubled_max(x[j], false)};
        const bool from_below = x[j - 1].max >> (limb_bits - 1);
        if (!from_below) {
            doubled[j] = shifted[j];
        } else {
            const Operand own = x[j] ? x[j].word : Operand(0u);
            doubled[j] = {builder.emit(Opcode::shf_l, x[j - 1].word, own, Operand(1u)),
                          doubled_max(x[j], true)};
        }
    }
    SquareRows rows;
    for (int i = 0; i < n; ++i) {
        Limbs row{x[i]};
        if (i + 1 < n) row.push_back(shifted[i + 1]);
        for (int j = i + 2; j < n; ++j) row.push_back(doubled[j]);
        rows.row.push_back(std::move(row));
    }
    if (n > 1 && x[n - 1].max >> (limb_bits - 1)) {
        const Operand mask = builder.emit(Opcode::sar, x[n - 1].word, Operand(uint32_t{limb_bits - 1}));
        for (int i = 0; i + 1 < n; ++i) {
            rows.high.push_back({builder.emit(Opcode::bit_and, mask, x[i].word), x[i].max});
        }
    }
    rows.high_max = max_of(rows.high);
    for (const Limbs& row : rows.row) claim_at_most(builder, number(row), max_of(row));
    claim_at_most(builder, number(rows.high), rows.high_max);
    return rows;
}

}  // namespace limbsmith::algorithm
