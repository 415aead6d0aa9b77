#include "algorithm/newton_inverse.hpp"

#include <algorithm>

#include "algorithm/claims.hpp"
#include "algorithm/product.hpp"
#include "algorithm/residue.hpp"

namespace limbsmith::algorithm {
namespace {

using ir::Builder, ir::Chain, ir::Opcode, ir::Operand;

Limbs unbounded(const Words& words) {
    Limbs limbs;
    for (Operand word : words) limbs.push_back({word, UINT32_MAX});
    return limbs;
}

// x·y mod 2^(32·words).
Words low_product(Builder& builder, const Limbs& x, const Limbs& y, int words) {
    return words_of(rows(builder, {x, y}, words));
}

// Claims x·y = 1 modulo 2^bits.
void claim_inverse(Builder& builder, const Words& x, const Words& y, int bits) {
    claim_congruent(builder, number(x) * number(y), constant(1), bits);
}

Words part(const Words& words, int first, int last) {
    return Words(words.begin() + first, words.begin() + std::min<int>(last, words.size()));
}

}  // namespace

Operand word_inverse(Builder& builder, Operand x, int bits) {
    const Operand minus_x = builder.emit(Opcode::sub, Operand(0u), x);
    Operand y = builder.emit(Opcode::bit_xor, builder.emit(Opcode::mul_lo, x, Operand(3u)), Operand(2u));
    claim_inverse(builder, {x}, {y}, 5);
    claim_opaque(builder, y);
    for (int right = 5; right < bits; right *= 2) {
        y = builder.emit(Opcode::mul_lo, y, builder.emit(Opcode::mad_lo, minus_x, y, Operand(2u)));
    }
    claim_inverse(builder, {x}, {y}, bits);
    return y;
}

// If y is the inverse of x modulo 2^k, then y·(2 - x·y) is its inverse modulo 2^(2k) (Hensel).
Operand negative_inverse(Builder& builder, Operand x) {
    Operand y = x;
    for (int bits = 3; bits < limb_bits; bits *= 2) {
        const Operand product = builder.emit(Opcode::mul_lo, x, y);
        const Operand factor = builder.emit(Opcode::sub, Operand(2u), product);
        y = builder.emit(Opcode::mul_lo, y, factor);
    }
    return builder.emit(Opcode::sub, Operand(0u), y);
}

Words newton_inverse(Builder& builder, const Words& x, int limbs) {
    Words y{word_inverse(builder, x[0], limb_bits)};
    while (static_cast<int>(y.size()) < limbs) {
        // x·y = 1 + 2^(32·known)·h, so y - 2^(32·known)·h·y is right in twice as many limbs
        const int known = static_cast<int>(y.size()), next = std::min(2 * known, limbs);
        const Words factor = part(x, 0, next);
        const Words product = low_product(builder, unbounded(factor), unbounded(y), next);
        const Words h = part(product, known, next);
        const Words correction = low_product(builder, unbounded(h), unbounded(y), next - known);
        const Words before = y;
        Chain chain(builder);
        for (Operand word : correction) y.push_back(chain.sub(Operand(0u), word));
        claim_congruent(builder, number(y) + number(h, known) * number(before), number(before),
                        limb_bits * next);
        for (Operand word : y) claim_opaque(builder, word);
    }
    return y;
}

Words lift_inverse(Builder& builder, const Words& a, const Words& x, const Modulus& modulus) {
    const OddPart odd(modulus.n());
    const mpz_class power = mpz_class(1) << odd.k;
    const int limbs = static_cast<int>((odd.k + limb_bits - 1) / limb_bits), n = modulus.limbs();
    mpz_class inverse;  // of M modulo 2^k
    mpz_invert(inverse.get_mpz_t(), odd.m.get_mpz_t(), power.get_mpz_t());
    const Words y = newton_inverse(builder, a, limbs);
    Chain difference(builder);
    Words y_minus_x;
    for (int i = 0; i < limbs; ++i) y_minus_x.push_back(difference.sub(y[i], x[i]));
    Words t = low_product(builder, unbounded(y_minus_x), constant_limbs(inverse, limbs), limbs);
    const uint32_t top = limb_of(power - 1, limbs - 1);
    if (top != UINT32_MAX) t.back() = builder.emit(Opcode::bit_and, t.back(), Operand(top));
    claim_at_most(builder, number(t), power - 1);
    const Words product = low_product(builder, constant_limbs(odd.m, n), limbs_below(t, power - 1), n);
    Chain sum(builder);
    Words r;
    for (int i = 0; i < n; ++i) r.push_back(sum.add(product[i], x[i]));
    claim_equal(builder, number(r), odd.m * number(t) + number(x));
    return r;
}

}  // namespace limbsmith::algorithm
