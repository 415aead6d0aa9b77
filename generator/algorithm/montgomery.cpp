#include "algorithm/montgomery.hpp"

#include <algorithm>

#include "algorithm/accumulator.hpp"
#include "algorithm/claims.hpp"
#include "algorithm/product.hpp"
#include "algorithm/row_accumulator.hpp"

namespace limbsmith::algorithm {
namespace {

using ir::Opcode, ir::Operand;

// q = t·n0inv mod 2^32, so that t + q·N = 0 mod 2^32.
Limb quotient(ir::Builder& builder, Limb t, Operand n0inv) {
    if (!n0inv.is_word && n0inv.value == 1) return t;
    if (!n0inv.is_word && n0inv.value == UINT32_MAX) {  // -t, by a subtraction instead of a product
        return {builder.emit(Opcode::sub, Operand(0u), t.word), UINT32_MAX};
    }
    return {builder.emit(Opcode::mul_lo, t.word, n0inv), UINT32_MAX};
}

// The limbs that a step adds q times. If N = -1 mod 2^32, q is the low limb t itself: t + q·N = q·(N + 1),
// whose low limb is zero and takes no product.
Limbs reduction_row(const ModulusWords& modulus) {
    const Limb& low = modulus.n[0];
    const bool minus_one = !low.word.is_word && low.word.value == UINT32_MAX;  // only a known N
    return minus_one ? constant_limbs(modulus.n_max + 1, modulus.limbs() + 1) : modulus.n;
}

// One step: adds q·N·2^(32·at) so that the word `at` vanishes. Returns q. requires: no later row reaches a word
// below `at`.
Limb reduce_word(ir::Builder& builder, RowAccumulator& sum, int at, const ModulusWords& modulus) {
    const Limb t = sum.word(at);
    if (!t) return {};
    const Limb q = quotient(builder, t, modulus.n0inv);
    claim_opaque(builder, q.word);
    const Limbs row = reduction_row(modulus);
    if (!row[0]) sum.drop(at);
    sum.add_row(row, q, at, modulus.n_max * UINT32_MAX);
    sum.drop(at);
    return q;
}

// Words for a value of at most max, plus one for the word that a row reaches into.
int words_for(const mpz_class& max) {
    return static_cast<int>(mpz_sizeinbase(max.get_mpz_t(), 2) / limb_bits) + 2;
}

// (sum + 2^(32n)·high)/R, for a sum of at most sum_max whose n lowest words were cleared. requires: before
// the reduction, sum + 2^(32n)·high < times·N·R; `whole` is R times the result, for readers.
Bounded result_of(ir::Builder& builder, RowAccumulator& sum, const mpz_class& sum_max, const Bounded& high,
                  const mpq_class& times, const ModulusWords& modulus, const ir::NoteSum& whole) {
    const int n = modulus.limbs();
    const mpz_class R = mpz_class(1) << (limb_bits * n);
    const mpz_class low_max = (sum_max + (R - 1) * modulus.n_max) / R, max = low_max + high.max;
    const size_t words = std::max<size_t>((mpz_sizeinbase(max.get_mpz_t(), 2) - 1) / limb_bits + 1, n);
    Limbs result = sum.finish(n);
    result.resize(words);
    result = clamped(std::move(result), low_max);
    ir::Chain chain(builder);
    for (size_t i = 0; i < words; ++i) {
        add_limb(chain, result[i], i < high.limbs.size() ? high.limbs[i] : Limb{});
    }
    note(builder, R * value(result), whole);
    if (!modulus.is_known) {  // R·result < (times + 1)·N·R
        mpz_class most;
        const mpq_class bound = (times + 1) * R;
        mpz_cdiv_q(most.get_mpz_t(), bound.get_num_mpz_t(), bound.get_den_mpz_t());
        claim_at_most(builder, R * number(result), most * number(modulus.n) - constant(1));
    }
    return {clamped(std::move(result), max), max, times + 1};
}

mpq_class ratio(const mpz_class& numerator, const mpz_class& denominator) {
    mpq_class result(numerator, denominator);
    result.canonicalize();
    return result;
}

}  // namespace

Bounded montgomery_sum(ir::Builder& builder, const std::vector<Term>& terms, const ModulusWords& modulus) {
    const int n = modulus.limbs();
    const mpz_class R = mpz_class(1) << (limb_bits * n);
    mpz_class max = 0;
    mpq_class times = 0;
    for (const Term& term : terms) {
        max += term.x.max * term.y.max;
        times += term.x.times * ratio(term.y.max, R);
    }
    RowAccumulator sum(builder, words_for(max + modulus.n_max * R));
    Limbs quotients;
    ir::NoteSum value;
    for (int i = 0; i < n; ++i) {
        sum.word(i);  // the word that earlier rows left; its carry enters the first row
        for (const Term& term : terms) {
            sum.add_row(term.x.limbs, term.y.limbs[i], i, term.x.max * term.y.limbs[i].max);
        }
        quotients.push_back(reduce_word(builder, sum, i, modulus));
        value = modulus.value() * algorithm::value(quotients);
        for (const Term& term : terms)
            value = algorithm::value(term.x.limbs) * lowest(term.y.limbs, i + 1) + value;
        sum.note(value);
    }
    return result_of(builder, sum, max, {}, times, modulus, value);
}

Bounded montgomery_square(ir::Builder& builder, const Bounded& x, const ModulusWords& modulus) {
    const int n = modulus.limbs();
    const SquareRows rows = square_rows(builder, x.limbs);
    const mpz_class R = mpz_class(1) << (limb_bits * n), square = x.max * x.max;
    RowAccumulator sum(builder, words_for(square + modulus.n_max * R));
    const ir::NoteSum whole = value(x.limbs) * value(x.limbs);
    Limbs quotients;
    for (int i = 0; i < n; ++i) {
        const Limbs& row = rows.row[i];
        sum.add_row(row, x.limbs[i], 2 * i, max_of(row) * x.limbs[i].max);
        quotients.push_back(reduce_word(builder, sum, i, modulus));
        // the rows so far lack the square of the limbs above, and bits that come in at the end
        const ir::NoteSum above = highest(x.limbs, i + 1);
        sum.note(whole + modulus.value() * value(quotients) - above * above - R * lowest(rows.high, i + 1));
    }
    Bounded r = result_of(builder, sum, square, {rows.high, rows.high_max}, x.times * ratio(x.max, R),
                          modulus, whole + modulus.value() * value(quotients));
    // rows and high words together are at most the square
    r.max = std::min<mpz_class>(r.max, square / R + modulus.n_max);
    claim_at_most(builder, R * number(r.limbs), square + (R - 1) * modulus.n_max);
    r.limbs = clamped(std::move(r.limbs), r.max);
    return r;
}

// Reduces the low half of t and adds the high half at the end; in the rows, its carries would run on.
Bounded montgomery_reduce(ir::Builder& builder, const Bounded& t, const ModulusWords& modulus) {
    const int n = modulus.limbs();
    const auto middle = t.limbs.begin() + std::min<size_t>(t.limbs.size(), n);
    const mpz_class R = mpz_class(1) << (limb_bits * n);
    const mpz_class low_max = std::min<mpz_class>(t.max, R - 1);
    const Bounded high{Limbs(middle, t.limbs.end()), t.max / R};
    claim_part(builder, number(high.limbs), R, number(t.limbs), t.max);
    RowAccumulator sum(builder, words_for(low_max + (modulus.n_max << (limb_bits * n))));
    sum.start_from(Limbs(t.limbs.begin(), middle), low_max);
    Limbs quotients;
    for (int i = 0; i < n; ++i) {
        quotients.push_back(reduce_word(builder, sum, i, modulus));
        sum.note(lowest(t.limbs, n) + modulus.value() * value(quotients));
    }
    return result_of(builder, sum, low_max, high, t.times / R, modulus,
                     value(t.limbs) + modulus.value() * value(quotients));
}

}  // namespace limbsmith::algorithm
