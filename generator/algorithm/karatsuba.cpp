#include "algorithm/karatsuba.hpp"

#include <algorithm>

#include "algorithm/claims.hpp"
#include "algorithm/mask.hpp"
#include "algorithm/row_accumulator.hpp"

namespace limbsmith::algorithm {

using ir::Builder, ir::Chain, ir::Opcode;

namespace {

Limb at(const Limbs& limbs, int i) { return i < static_cast<int>(limbs.size()) ? limbs[i] : Limb{}; }

Operand word_at(const Words& words, int i) {
    return i < static_cast<int>(words.size()) ? words[i] : Operand(0u);
}

// Limbs begin to end - 1, as far as they exist.
Limbs part(const Limbs& limbs, int begin, int end) {
    const int size = static_cast<int>(limbs.size());
    return {limbs.begin() + std::min(begin, size), limbs.begin() + std::min(end, size)};
}

Words part(const Words& words, int begin, int end) {
    const int size = static_cast<int>(words.size());
    return {words.begin() + std::min(begin, size), words.begin() + std::min(end, size)};
}

// The words of a number with the bounds that follow from number <= max.
Limbs bounded_by(const Words& words, const mpz_class& max) {
    Limbs limbs;
    for (size_t i = 0; i < words.size(); ++i) {
        const mpz_class rest = max >> (limb_bits * i);
        limbs.push_back({words[i], rest > UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(rest.get_ui())});
    }
    return limbs;
}

// x - y = limbs - B·[negative], with B = 2^(32·limbs)
struct Difference {
    Limbs limbs;
    Operand negative;  // mask

    ir::ClaimSum number() const {
        return algorithm::number(limbs) + (mpz_class(1) << (limb_bits * limbs.size())) * mask_value(negative);
    }
    ir::NoteSum value() const {
        return algorithm::value(limbs) + weight_of(static_cast<int>(limbs.size())) * signed_value(negative);
    }
};

Difference difference(Builder& builder, const Limbs& x, const Limbs& y) {
    Chain chain(builder);
    Limbs limbs;
    for (int i = 0; i < static_cast<int>(std::max(x.size(), y.size())); ++i) {
        const Words pair = words_of({at(x, i), at(y, i)});
        limbs.push_back({chain.sub(pair[0], pair[1]), UINT32_MAX});
    }
    const Difference result{limbs, borrow_mask(chain)};
    note(builder, result.value(), value(x) - value(y));
    return result;
}

Limbs absolute(Builder& builder, const Difference& difference) {
    Chain negate(builder);  // (x ^ -1) + 1 = -x
    Limbs limbs;
    for (const Limb& limb : difference.limbs) {
        const Operand flipped = builder.emit(Opcode::bit_xor, limb.word, difference.negative);
        limbs.push_back({negate.sub(flipped, difference.negative), UINT32_MAX});
    }
    claim_equal(builder, number(limbs),
                (constant(1) + mpz_class(2) * mask_value(difference.negative)) * difference.number());
    return limbs;
}

// z0 + B·z2 = low + B·high, with h words in low, modulo 2^(32·words).
struct Outer {
    Words low, high;
};

// By rows: a word of `low` is finished as soon as its row of z0 is added; the rows of z2 are added to the
// rest of z0.
Outer outer_by_rows(Builder& builder, const Limbs& x, const Limbs& y, int h, int words) {
    RowAccumulator sum(builder, words);
    Limbs low;
    for (int i = 0; i < static_cast<int>(y.size()); ++i) {
        const Limbs half = i < h ? part(x, 0, h) : part(x, h, 2 * h);
        sum.add_row(half, y[i], i, max_of(half) * y[i].max);
        sum.note(value(part(x, 0, h)) * lowest(part(y, 0, h), i + 1) +
                 weight_of(h) * (value(part(x, h, 2 * h)) * value(part(y, h, std::max(h, i + 1)))));
        if (i < h) low.push_back(sum.word(i));
    }
    return {words_of(low), words_of(sum.finish(h))};
}

// Adds the finished products z0 and z2; the sum is at most `max`.
Outer outer_of(Builder& builder, const Words& z0, const Words& z2, int h, int words, const mpz_class& max) {
    Chain chain(builder);
    Words high;
    for (int i = h; i < words; ++i) high.push_back(chain.add(word_at(z0, i), word_at(z2, i - h)));
    claim_at_most(builder, number(part(z0, 0, h)) + number(high, h), max);
    return {part(z0, 0, h), high};
}

// x·y + a + b, all of the same length: the two chains of the rows start from a and b.
Words product_and_sum(Builder& builder, const Limbs& x, const Limbs& y, const Words& a, const Words& b,
                      int words) {
    const mpz_class max = (mpz_class(1) << (limb_bits * a.size())) - 1;
    RowAccumulator sum(builder, words);
    sum.start_from(bounded_by(a, max), bounded_by(b, max), 2 * max);
    Limbs low;
    for (int i = 0; i < static_cast<int>(y.size()); ++i) {
        sum.add_row(x, y[i], i, max_of(x) * y[i].max);
        sum.note(value(a) + value(b) + value(x) * lowest(y, i + 1));
        low.push_back(sum.word(i));
    }
    Words result = words_of(low);
    const Words high = words_of(sum.finish(static_cast<int>(y.size())));
    result.insert(result.end(), high.begin(), high.end());
    return result;
}

// Subtracts a number & mask from `sum`, from word `from` on. The number is in two's complement: `limbs`, and
// the word `beyond` above them.
void subtract_masked(Builder& builder, Words& sum, int from, const Limbs& limbs, Operand mask,
                     Operand beyond) {
    if (beyond.is_word && from + limbs.size() < sum.size())
        beyond = builder.emit(Opcode::bit_and, beyond, mask);
    Chain chain(builder);
    for (int i = from; i < static_cast<int>(sum.size()); ++i) {
        const int k = i - from;
        sum[i] = chain.sub(sum[i], k < static_cast<int>(limbs.size())
                                       ? builder.emit(Opcode::bit_and, limbs[k].word, mask)
                                       : beyond);
    }
}

// The limbs of x·y with the claim that they are, unless the words cut it off.
Limbs product_of(Builder& builder, const Words& words, const Limbs& x, const Limbs& y) {
    const mpz_class max = max_of(x) * max_of(y);
    const Limbs limbs = bounded_by(words, max);
    const int count = static_cast<int>(words.size());
    const bool is_whole = max < weight_of(count);
    note(builder, value(words), value(x) * value(y), is_whole ? 0 : limb_bits * count);
    if (is_whole) {
        claim_equal(builder, number(limbs), number(x) * number(y));
        claim_at_most(builder, number(limbs), max);
    }
    return limbs;
}

// The product modulo 2^(32·words) for words <= n. z0 is computed whole, with the remaining levels; the other
// terms below the cut are added to it by rows.
Limbs low_product(Builder& builder, const Limbs& x, const Limbs& y, int words, int levels) {
    if (levels == 1) return rows(builder, {x, y}, words);
    const int h = (static_cast<int>(x.size()) + 1) / 2;
    const Limbs z0 = karatsuba(builder, part(x, 0, h), part(y, 0, h), std::min(2 * h, words), levels - 1);
    RowAccumulator sum(builder, words);
    sum.start_from(z0, max_of(z0));
    for (int i = 0; i < words; ++i) {
        Limbs row = x;
        if (i < h) std::fill_n(row.begin(), h, Limb{});
        sum.add_row(row, y[i], i, max_of(row) * y[i].max);
    }
    return sum.finish(0);
}

}  // namespace

Limbs karatsuba(Builder& builder, const Limbs& x, const Limbs& y, int words, int levels) {
    const int n = static_cast<int>(x.size());
    if (levels == 0 || n < 2) return rows(builder, {x, y}, words);
    if (words <= n) return low_product(builder, x, y, words, levels);
    const int h = (n + 1) / 2;
    const bool by_rows = levels == 1;
    const Limbs x0 = part(x, 0, h), x1 = part(x, h, n), y0 = part(y, 0, h), y1 = part(y, h, n);

    const Difference d = difference(builder, x1, x0), e = difference(builder, y0, y1);
    const mpz_class B = mpz_class(1) << (limb_bits * h),
                    outer_max = max_of(x0) * max_of(y0) + B * max_of(x1) * max_of(y1);
    Outer outer;
    if (by_rows) {
        outer = outer_by_rows(builder, x, y, h, std::min(3 * h, words));
    } else {
        const Limbs z0 = karatsuba(builder, x0, y0, 2 * h, levels - 1);
        const Limbs z2 = karatsuba(builder, x1, y1, 2 * (n - h), levels - 1);
        outer = outer_of(builder, words_of(z0), words_of(z2), h, std::min(3 * h, words), outer_max);
    }
    const Words &low = outer.low, t = part(outer.high, 0, h), top = part(outer.high, h, 2 * h);

    // The number that is added to d·e at word h of the result:
    //     L0 + t + B·(t + H) - B·(e·[d < 0] + d·[e < 0]) + B²·[d, e < 0]
    // It has two more words, for the carries and the sign. With rows, the product itself starts from L0 + t.
    const int size = std::min(2 * h, words - h);  // words of d·e
    const int extended = std::min(size + 2, words - h);
    Words sum(extended, Operand(0u));
    Chain carries(builder);
    for (int i = by_rows ? h : 0; i < std::min(size + 1, extended); ++i) {
        sum[i] = i < 2 * h ? carries.add(t[i % h], i < h ? low[i] : word_at(top, i - h))
                           : carries.add(Operand(0u), Operand(0u));
    }
    subtract_masked(builder, sum, h, e.limbs, d.negative, e.negative);
    subtract_masked(builder, sum, h, d.limbs, e.negative, Operand(0u));
    if (extended == size + 2) {
        ir::ClaimSum value = B * (number(t) + number(top) + mask_value(d.negative) * e.number() +
                                  mask_value(e.negative) * number(d.limbs));
        if (!by_rows) value = std::move(value) + number(t) + number(low);
        claim_signed(builder, sum, value, -2 * B * B, 4 * B * B);
        ir::NoteSum readable =
            B * (algorithm::value(t) + algorithm::value(top) + signed_value(d.negative) * e.value() +
                 signed_value(e.negative) * algorithm::value(d.limbs));
        if (!by_rows) readable = algorithm::value(t) + algorithm::value(low) + readable;
        note(builder,
             algorithm::value(Words(sum.begin(), sum.end() - 1)) +
                 weight_of(extended - 1) * signed_value(sum.back()),
             readable);
    }

    const Words product = by_rows ? product_and_sum(builder, d.limbs, e.limbs, low, t, size)
                                  : words_of(karatsuba(builder, d.limbs, e.limbs, size, levels - 1));
    Words result = low;
    if (by_rows) result.insert(result.end(), product.begin(), product.begin() + h);
    Chain chain(builder);
    for (int i = by_rows ? h : 0; i < words - h; ++i) {
        result.push_back(
            chain.add(i < size ? product[i] : word_at(top, i - 2 * h), sum[std::min(i, extended - 1)]));
    }
    return product_of(builder, result, x, y);
}

Limbs karatsuba_square(Builder& builder, const Limbs& x, int words, int levels) {
    const int n = static_cast<int>(x.size());
    if (levels == 0 || n < 2) return square(builder, x, words, rows);
    const int h = (n + 1) / 2;
    const Limbs x0 = part(x, 0, h), x1 = part(x, h, n);

    const Limbs d = absolute(builder, difference(builder, x1, x0));
    const Limbs z0 = karatsuba_square(builder, x0, 2 * h, levels - 1);
    const Limbs z2 = karatsuba_square(builder, x1, 2 * (n - h), levels - 1);
    const mpz_class outer_max = max_of(x0) * max_of(x0) + ((max_of(x1) * max_of(x1)) << (limb_bits * h));
    const Outer outer = outer_of(builder, words_of(z0), words_of(z2), h, std::min(3 * h, words), outer_max);
    const Words t = part(outer.high, 0, h), top = part(outer.high, h, 2 * h);

    const int size = std::min(2 * h, words - h);
    const Words product = words_of(karatsuba_square(builder, d, size, levels - 1));

    // t + B·t - d² with its borrow as a mask; this and L0 + B·H carry into H at B²
    const int extended = std::min(size + 1, words - h);
    Words sum;
    Chain borrows(builder);
    for (int i = 0; i < extended; ++i) {
        sum.push_back(i < size ? borrows.sub(t[i % h], product[i]) : borrows.sub(Operand(0u), Operand(0u)));
    }
    Words result = outer.low;
    Chain chain(builder);
    for (int i = 0; i < words - h; ++i) {
        const Operand other = i < h ? outer.low[i] : word_at(top, i < 2 * h ? i - h : i - 2 * h);
        result.push_back(chain.add(other, sum[std::min(i, extended - 1)]));
    }
    return product_of(builder, result, x, x);
}

}  // namespace limbsmith::algorithm
