#include "algorithm/residue.hpp"

#include <algorithm>

#include "algorithm/product.hpp"
#include "algorithm/row_accumulator.hpp"

namespace limbsmith::algorithm {

using ir::Operand;

ModulusWords ModulusWords::constant(const Modulus& modulus) {
    ModulusWords words{constant_limbs(modulus.n(), modulus.limbs()), modulus.n(), {}};
    if (modulus.is_odd()) words.n0inv = Operand(modulus.n0inv());
    return words;
}

Limbs constant_limbs(const mpz_class& constant, int count) {
    Limbs limbs;
    for (int i = 0; i < count; ++i) limbs.push_back({Operand(limb_of(constant, i)), limb_of(constant, i)});
    return limbs;
}

Limbs limbs_below(const Words& words, const mpz_class& max) {
    Limbs limbs;
    for (Operand word : words) limbs.push_back({word, UINT32_MAX});
    return clamped(std::move(limbs), max);
}

Limbs clamped(Limbs limbs, const mpz_class& max) {
    for (int i = 0; i < static_cast<int>(limbs.size()); ++i) {
        const mpz_class above = max >> (limb_bits * i);
        if (above < limbs[i].max) limbs[i].max = static_cast<uint32_t>(above.get_ui());
    }
    return limbs;
}

Words canonical(ir::Builder& builder, Bounded x, const ModulusWords& modulus) {
    const int n = modulus.limbs();
    int doublings = 0;
    while (x.max >= (modulus.n_max << (doublings + 1))) ++doublings;
    for (; doublings >= 0 && x.max >= modulus.n_max; --doublings) {
        const Limbs subtrahend =
            doublings == 0 ? modulus.n : constant_limbs(modulus.n_max << doublings, n + 1);
        ir::Chain chain(builder);
        Words difference;
        const size_t words = std::max(x.limbs.size(), subtrahend.size());
        x.limbs.resize(words);
        const Words minuend = words_of(x.limbs);
        for (size_t i = 0; i < words; ++i) {
            const Operand limb = i < subtrahend.size() && subtrahend[i] ? subtrahend[i].word : Operand(0u);
            difference.push_back(chain.sub(minuend[i], limb));
        }
        const Operand keep = chain.sub(Operand(0u), Operand(0u));  // all ones if x < N·2^k
        Words selected;
        for (size_t i = 0; i < words; ++i) {
            selected.push_back(builder.emit(ir::Opcode::select, keep, minuend[i], difference[i]));
        }
        x.max = (modulus.n_max << doublings) - 1;
        // above the new bound every word is zero
        selected.resize(
            std::min<size_t>(words, (mpz_sizeinbase(x.max.get_mpz_t(), 2) + limb_bits - 1) / limb_bits));
        x.limbs = limbs_below(selected, x.max);
    }
    x.limbs.resize(n);
    return words_of(x.limbs);
}

}  // namespace limbsmith::algorithm
