#include "algorithm/barrett.hpp"

#include <algorithm>

#include "algorithm/claims.hpp"
#include "algorithm/product.hpp"
#include "algorithm/row_accumulator.hpp"

namespace limbsmith::algorithm {
namespace {

mpz_class weight(int words) { return mpz_class(1) << (limb_bits * words); }

// The first column of the product with the reciprocal that is computed. The omitted columns are worth less
// than 2^-32 times the number of limbs, in units of the quotient.
int first_column(int quotient_word) { return std::max(quotient_word - 2, 0); }

// An upper bound of the omitted products.
mpz_class omitted(const Limbs& x, const Limbs& y, int first) {
    mpz_class sum = 0;
    for (int i = 0; i < static_cast<int>(y.size()); ++i) {
        for (int j = 0; j < static_cast<int>(x.size()) && i + j < first; ++j) {
            sum += mpz_class(x[j].max) * y[i].max * weight(i + j);
        }
    }
    return sum;
}

}  // namespace

// With h = floor(t/S), S = 2^(32(n-1)), and mu = floor(S·W/N), W = 2^(32w): t < (h+1)·S and S·W < (mu+1)·N,
// hence t/N < (h·mu + h + mu + 1)/W. So q = floor((h·mu - omitted)/W) is at most t/N and exceeds t/N - 1 - (h
// + mu + 1 + omitted)/W.
Bounded barrett(ir::Builder& builder, const Bounded& t, const Modulus& modulus) {
    const mpz_class& N = modulus.n();
    if (t.max < N) return t;
    const int low_words = modulus.limbs() - 1;
    const mpz_class S = weight(low_words), h_max = t.max / S;
    int quotient_word = 1;
    while (weight(quotient_word) < 4 * (h_max + 1)) ++quotient_word;
    const mpz_class W = weight(quotient_word), mu = S * W / N;

    const Limbs h(t.limbs.begin() + low_words, t.limbs.begin() + low_words + limbs_for(h_max));
    const Limbs reciprocal = constant_limbs(mu, limbs_for(mu));
    claim_part(builder, number(h), S, number(t.limbs), t.max);
    const int first = first_column(quotient_word);
    const Limbs product =
        rows(builder, {h, reciprocal, [=](int i, int j) { return i + j >= first; }}, limbs_for(h_max * mu));
    const mpz_class q_max = std::min<mpz_class>(h_max * mu / W, t.max / N);
    Limbs q(product.begin() + std::min<size_t>(product.size(), quotient_word), product.end());
    q.resize(limbs_for(q_max));
    q = clamped(std::move(q), q_max);
    claim_part(builder, number(q), W, mu * number(h), h_max * mu);
    claim_part(builder, number(q), N * W, W * number(t.limbs), W * t.max);

    mpz_class max;  // of t - q·N
    const mpz_class excess = h_max + mu + 1 + omitted(h, reciprocal, first);
    mpz_cdiv_q(max.get_mpz_t(), mpz_class(N * (W + excess)).get_mpz_t(), W.get_mpz_t());
    max = std::min<mpz_class>(t.max, max - 1);
    const int words = std::max(limbs_for(max), modulus.limbs());
    const ir::ClaimSum rest = number(t.limbs) - number(q) * constant(N);
    // W·rest is a sum in t and in the terms that the quotient omits
    claim_at_most(builder, W * rest, W * max + W - 1);
    const Limbs multiple = rows(builder, {q, constant_limbs(N, modulus.limbs())}, words);
    ir::Chain chain(builder);
    Words difference;
    for (int i = 0; i < words; ++i) {
        const auto word = [i](const Limbs& limbs) {
            return i < static_cast<int>(limbs.size()) && limbs[i] ? limbs[i].word : ir::Operand(0u);
        };
        difference.push_back(chain.sub(word(t.limbs), word(multiple)));
    }
    note(builder, value(difference),
         value(t.limbs) - value(q) * named("N", constant_limbs(N, modulus.limbs())));
    claim_equal(builder, number(difference), rest);
    claim_at_most(builder, number(difference), max);
    return {limbs_below(difference, max), max};
}

}  // namespace limbsmith::algorithm
