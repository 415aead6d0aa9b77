#include "algorithm/residue.hpp"

#include <algorithm>

#include "algorithm/claims.hpp"
#include "algorithm/product.hpp"
#include "algorithm/row_accumulator.hpp"

namespace limbsmith::algorithm {

using ir::Operand;

ModulusWords ModulusWords::constant(const Modulus& modulus) {
    ModulusWords words{constant_limbs(modulus.n(), modulus.limbs()), modulus.n(), true, {}};
    if (modulus.is_odd()) words.n0inv = Operand(modulus.n0inv());
    return words;
}

ModulusWords ModulusWords::given(const Words& n, Operand n0inv, Width width) {
    return {bounded(n, width), (mpz_class(1) << width.bits) - 1, false, n0inv};
}

Bounded below_times(const Words& words, const mpq_class& times, const ModulusWords& modulus) {
    mpz_class max;  // ceil(times·n_max) - 1
    const mpq_class bound = times * modulus.n_max;
    mpz_cdiv_q(max.get_mpz_t(), bound.get_num_mpz_t(), bound.get_den_mpz_t());
    --max;
    return {limbs_below(words, max), max, times};
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

Limbs multiple_of_modulus(ir::Builder& builder, const ModulusWords& modulus, const mpz_class& multiple) {
    const int n = modulus.limbs();
    if (multiple == 1) return modulus.n;
    const mpz_class max = modulus.n_max * multiple;
    const int words = std::max(n, static_cast<int>(mpz_sizeinbase(max.get_mpz_t(), 2) - 1) / limb_bits + 1);
    if (modulus.is_known) return constant_limbs(max, words);
    const Operand shift(static_cast<uint32_t>(mpz_scan1(multiple.get_mpz_t(), 0)));
    Words shifted;
    for (int i = 0; i < words; ++i) {
        const Operand below = i > 0 ? modulus.n[i - 1].word : Operand(0u);
        const Operand own = i < n ? modulus.n[i].word : Operand(0u);
        shifted.push_back(builder.emit(ir::Opcode::shf_l, below, own, shift));
    }
    return limbs_below(shifted, max);
}

namespace {

// Claims x < multiple·N.
void claim_below(ir::Builder& builder, const Limbs& x, const mpz_class& multiple,
                 const ModulusWords& modulus) {
    claim_at_most(builder, number(x), multiple * number(modulus.n) - constant(1));
}

struct Choice {
    Words words;
    Operand keep;  // mask
};

// x - s if that is not negative, else x.
Choice subtract_if_not_less(ir::Builder& builder, const Words& x, const Words& s) {
    ir::Chain chain(builder);
    Words difference, selected;
    for (size_t i = 0; i < x.size(); ++i) difference.push_back(chain.sub(x[i], s[i]));
    const Operand keep = chain.sub(Operand(0u), Operand(0u));  // all ones if x < s
    for (size_t i = 0; i < x.size(); ++i) {
        selected.push_back(builder.emit(ir::Opcode::select, keep, x[i], difference[i]));
    }
    return {selected, keep};
}

}  // namespace

Bounded subtract_multiples(ir::Builder& builder, Bounded x, const ModulusWords& modulus, unsigned times) {
    if (modulus.is_known) x.times = mpq_class(x.max + 1, modulus.n_max);
    int doublings = 0;
    while (x.times > (mpz_class(2) << doublings)) ++doublings;
    claim_below(builder, x.limbs, mpz_class(2) << doublings, modulus);
    for (; doublings >= 0 && x.times > times; --doublings) {
        const mpz_class multiple = mpz_class(1) << doublings;
        Limbs subtrahend = multiple_of_modulus(builder, modulus, multiple);
        const size_t words = std::max(x.limbs.size(), subtrahend.size());
        x.limbs.resize(words);
        subtrahend.resize(words);
        const Choice choice = subtract_if_not_less(builder, words_of(x.limbs), words_of(subtrahend));
        Bounded next = below_times(choice.words, multiple, modulus);
        // words above the bound are zero
        while (next.limbs.size() > size_t(modulus.limbs()) && !next.limbs.back()) next.limbs.pop_back();
        const ir::NoteSum step = multiple * modulus.value();
        note(builder, value(next.limbs), value(x.limbs) - step - signed_value(choice.keep) * step);
        claim_equal(builder, number(next.limbs),
                    number(x.limbs) - (constant(1) + mask_value(choice.keep)) * number(subtrahend));
        claim_below(builder, next.limbs, multiple, modulus);
        x = std::move(next);
    }
    return x;
}

Words canonical(ir::Builder& builder, const Bounded& x, const ModulusWords& modulus) {
    Limbs limbs = subtract_multiples(builder, x, modulus, 1).limbs;
    limbs.resize(modulus.limbs());
    return words_of(limbs);
}

}  // namespace limbsmith::algorithm
