#include "algorithm/special_prime.hpp"

#include <algorithm>

#include "algorithm/claims.hpp"
#include "algorithm/row_accumulator.hpp"

namespace limbsmith::algorithm {
namespace {

using ir::Opcode, ir::Operand;

// floor(t / 2^k) as limbs: whole words, then a funnel shift.
Limbs above(ir::Builder& builder, const Bounded& t, int k) {
    const int word = k / limb_bits, shift = k % limb_bits;
    const mpz_class max = t.max >> k;
    Limbs result;
    for (int i = word; i < word + limbs_for(max); ++i) {
        const auto at = [&](int j) {
            return j < static_cast<int>(t.limbs.size()) && t.limbs[j] ? t.limbs[j].word : Operand(0u);
        };
        const Operand limb =
            shift == 0 ? at(i)
                       : builder.emit(Opcode::shf_r, at(i), at(i + 1), Operand(static_cast<uint32_t>(shift)));
        result.push_back({limb, UINT32_MAX});
    }
    return clamped(std::move(result), max);
}

// t mod 2^k as limbs.
Limbs below(ir::Builder& builder, const Bounded& t, int k) {
    const int shift = k % limb_bits;
    Limbs result(t.limbs.begin(), t.limbs.begin() + std::min<size_t>(t.limbs.size(), k / limb_bits));
    if (shift != 0 && t.limbs.size() > result.size()) {
        const Limb& top = t.limbs[result.size()];
        const uint32_t mask = (uint32_t{1} << shift) - 1;
        result.push_back({builder.emit(Opcode::bit_and, top.word, Operand(mask)), std::min(mask, top.max)});
    }
    return result;
}

// One fold at bit k: (t mod 2^k) + (2^k mod N)·floor(t / 2^k).
Bounded fold_at(ir::Builder& builder, const Bounded& t, int k, const Modulus& modulus) {
    const mpz_class power = mpz_class(1) << k;
    const mpz_class c = power % modulus.n();
    const Limbs factor = constant_limbs(c, limbs_for(c));
    const mpz_class high_max = t.max >> k, low_max = std::min<mpz_class>(t.max, power - 1);
    // a top limb that collects carries is split as a word of its own
    const int top = static_cast<int>(t.limbs.size()) - 1;
    claim_at_most(builder, number(Limbs{t.limbs[top]}, top), t.max);
    const Limbs high = above(builder, t, k), low = below(builder, t, k);
    claim_part(builder, number(high), power, number(t.limbs), t.max);
    claim_at_most(builder, number(low), low_max);
    const mpz_class max = low_max + high_max * c;
    RowAccumulator sum(builder, std::max<int>(limbs_for(max), static_cast<int>(low.size())));
    sum.start_from(low, low_max);
    for (int j = 0; j < static_cast<int>(factor.size()); ++j) {
        sum.add_row(high, factor[j], j, high_max * factor[j].max);
        sum.note(value(low) + value(high) * lowest(factor, j + 1));
    }
    Limbs limbs = sum.finish(0);
    limbs.resize(std::max<size_t>(limbs_for(max), modulus.limbs()));
    return {clamped(std::move(limbs), max), max};
}

// The bound after a fold at bit k of a value of at most `max`.
mpz_class max_after(const mpz_class& max, int k, const Modulus& modulus) {
    const mpz_class power = mpz_class(1) << k;
    return std::min<mpz_class>(max, power - 1) + (max >> k) * (power % modulus.n());
}

}  // namespace

Bounded fold(ir::Builder& builder, Bounded t, const Modulus& modulus) {
    const int whole = limb_bits * modulus.limbs();
    // N = 2^k: folding leaves nothing of the upper part
    const bool is_power = mpz_popcount(modulus.n().get_mpz_t()) == 1;
    const int exact = is_power ? modulus.bits() - 1 : modulus.bits();
    while (t.max >= modulus.n()) {
        // fold at whole limbs while that shortens the number, then at the bits of N; subtractions do the rest
        const mpz_class by_limbs = max_after(t.max, whole, modulus),
                        by_bits = max_after(t.max, exact, modulus);
        if (limbs_for(by_limbs) < limbs_for(t.max) && by_limbs >= 4 * modulus.n()) {
            t = fold_at(builder, t, whole, modulus);
        } else if ((is_power || t.max >= 2 * modulus.n()) && by_bits < t.max) {
            t = fold_at(builder, t, exact, modulus);
        } else {
            break;
        }
    }
    return t;
}

}  // namespace limbsmith::algorithm
