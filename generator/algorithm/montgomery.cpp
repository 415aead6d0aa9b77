#include "algorithm/montgomery.hpp"

#include <algorithm>

#include "algorithm/row_accumulator.hpp"

namespace limbsmith::algorithm {
namespace {

using ir::Opcode, ir::Operand;

// q = t·n0inv mod 2^32, so that t + q·N = 0 mod 2^32.
Limb quotient(ir::Builder& builder, Limb t, Operand n0inv) {
    if (!n0inv.is_word && n0inv.value == 1) return t;
    if (!n0inv.is_word && n0inv.value == UINT32_MAX) {  // -t; as a factor it would cost a product, and badly
        return {builder.emit(Opcode::sub, Operand(0u), t.word), UINT32_MAX};
    }
    return {builder.emit(Opcode::mul_lo, t.word, n0inv), UINT32_MAX};
}

// The limbs that a step adds q times. Where N = -1 mod 2^32, q is the low limb t itself: t + q·N = q·(N + 1),
// of which the low limb is zero and costs no product.
Limbs reduction_row(const ModulusWords& modulus) {
    const Limb& low = modulus.n[0];
    const bool minus_one = !low.word.is_word && low.word.value == UINT32_MAX;
    return minus_one ? constant_limbs(modulus.n_max + 1, modulus.limbs() + 1) : modulus.n;
}

// One step: adds q·N·2^(32·at) so that the word `at` vanishes. requires: no later row reaches below at.
void reduce_word(ir::Builder& builder, RowAccumulator& sum, int at, const ModulusWords& modulus) {
    const Limb t = sum.word(at);
    if (!t) return;
    const Limb q = quotient(builder, t, modulus.n0inv);
    sum.add_row(reduction_row(modulus), q, at, modulus.n_max * UINT32_MAX);
    sum.drop(at);
}

// Words for a value at most max, with one to spare for the word that a row reaches into.
int words_for(const mpz_class& max) {
    return static_cast<int>(mpz_sizeinbase(max.get_mpz_t(), 2) / limb_bits) + 2;
}

Bounded result_of(RowAccumulator& sum, const mpz_class& product_max, const ModulusWords& modulus) {
    const int n = modulus.limbs();
    const mpz_class R = mpz_class(1) << (limb_bits * n);
    const mpz_class max = (product_max + (R - 1) * modulus.n_max) / R;
    Limbs words = sum.finish(n);
    words.resize(std::min(words.size(), (mpz_sizeinbase(max.get_mpz_t(), 2) + limb_bits - 1) / limb_bits));
    words.resize(std::max<size_t>(words.size(), n));
    return {clamped(std::move(words), max), max};
}

}  // namespace

Bounded montgomery_sum(ir::Builder& builder, const std::vector<Term>& terms, const ModulusWords& modulus) {
    const int n = modulus.limbs();
    mpz_class max = 0;
    for (const Term& term : terms) max += term.x.max * term.y.max;
    RowAccumulator sum(builder, words_for(max + (modulus.n_max << (limb_bits * n))));
    for (int i = 0; i < n; ++i) {
        sum.word(i);  // what earlier rows left here; its carry goes along with the first row
        for (const Term& term : terms) {
            sum.add_row(term.x.limbs, term.y.limbs[i], i, term.x.max * term.y.limbs[i].max);
        }
        reduce_word(builder, sum, i, modulus);
    }
    return result_of(sum, max, modulus);
}

Bounded montgomery_reduce(ir::Builder& builder, const Bounded& t, const ModulusWords& modulus) {
    const int n = modulus.limbs();
    RowAccumulator sum(builder, words_for(t.max + (modulus.n_max << (limb_bits * n))));
    sum.start_from(t.limbs, t.max);
    for (int i = 0; i < n; ++i) reduce_word(builder, sum, i, modulus);
    return result_of(sum, t.max, modulus);
}

}  // namespace limbsmith::algorithm
