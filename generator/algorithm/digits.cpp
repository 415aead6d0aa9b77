#include "algorithm/digits.hpp"

#include <algorithm>

#include "algorithm/mask.hpp"
#include "algorithm/product.hpp"

namespace limbsmith::algorithm {
namespace {

using ir::Builder, ir::Chain, ir::Opcode, ir::Operand;

constexpr int spare_bits = limb_bits - digit_bits;  // unused low bits of a digit's word
constexpr uint32_t top_bit = 0x80000000;

// Σ 2^29·2^(30i): a number plus this has the non-negative digits x_i + 2^29.
mpz_class bias(int count) {
    mpz_class sum = 0;
    for (int i = 0; i < count; ++i) mpz_setbit(sum.get_mpz_t(), digit_bits * i + digit_bits - 1);
    return sum;
}

// The 32-bit words that hold `count` digits.
int words_for(int count) { return (digit_bits * count + limb_bits - 1) / limb_bits; }

Operand constant(int value) { return Operand(static_cast<uint32_t>(value)); }

}  // namespace

int digits_for(const mpz_class& bound) {
    int count = 1;
    while (bound > mpz_class(1) << (digit_bits * count - 2)) ++count;
    return count;
}

Words constant_digits(const mpz_class& x, int count) {
    const mpz_class biased = x + bias(count);
    Words digits;
    for (int i = 0; i < count; ++i) {
        digits.push_back(Operand((limb_of(biased >> digit_bits * i, 0) << spare_bits) ^ top_bit));
    }
    return digits;
}

Words to_digits(Builder& builder, const Words& x, int count) {
    const int words = words_for(count);
    const Limbs offset = constant_limbs(bias(count), words);
    Words biased;
    Chain chain(builder);
    for (int i = 0; i < words; ++i) {
        biased.push_back(chain.add(i < static_cast<int>(x.size()) ? x[i] : Operand(0u), offset[i].word));
    }
    biased.push_back(Operand(0u));
    Words digits;
    for (int i = 0; i < count; ++i) {
        // bits 30i to 30i + 29, moved to the top of a word; there 2^29 is the top bit
        const int from = digit_bits * i - spare_bits, word = from / limb_bits;
        Operand digit =
            i == 0 ? builder.emit(Opcode::shl, biased[0], constant(spare_bits))
                   : builder.emit(Opcode::shf_r, biased[word], biased[word + 1], constant(from % limb_bits));
        if (i > 0) digit = builder.emit(Opcode::bit_and, digit, constant(-(1 << spare_bits)));
        digits.push_back(builder.emit(Opcode::bit_xor, digit, Operand(top_bit)));
    }
    return digits;
}

Words modulus_digits(Builder& builder, const ModulusWords& modulus, int count) {
    mpz_class n = 0;
    bool is_constant = true;
    for (auto limb = modulus.n.rbegin(); limb != modulus.n.rend(); ++limb) {
        is_constant = is_constant && !limb->word.is_word;
        n = (n << limb_bits) + limb->word.value;
    }
    return is_constant ? constant_digits(n, count) : to_digits(builder, words_of(modulus.n), count);
}

SignedLimbs to_limbs(Builder& builder, const Words& digits) {
    const int limbs = words_for(static_cast<int>(digits.size()));
    Words biased;  // 4·(digit + 2^29)
    for (Operand digit : digits) biased.push_back(builder.emit(Opcode::bit_xor, digit, Operand(top_bit)));
    const Limbs offset = constant_limbs(bias(static_cast<int>(digits.size())), limbs);
    Words joined;
    for (int word = 0; word < limbs; ++word) {
        Operand sum(0u);
        for (int i = 0; i < static_cast<int>(digits.size()); ++i) {
            const int to = digit_bits * i - spare_bits - limb_bits * word;  // where the digit's word goes
            if (to <= -limb_bits || to >= limb_bits) continue;
            const Operand part =
                builder.emit(to < 0 ? Opcode::shr : Opcode::shl, biased[i], constant(std::abs(to)));
            sum = sum.is_zero() ? part : builder.emit(Opcode::bit_or, sum, part);
        }
        joined.push_back(sum);
    }
    SignedLimbs x;
    Chain chain(builder);
    for (int i = 0; i < limbs; ++i) x.limbs.push_back(chain.sub(joined[i], offset[i].word));
    x.negative = borrow_mask(chain);
    return x;
}

void DigitSum::add(Operand x, Operand y) {
    if (is_empty_) {
        low_ = builder_.emit(Opcode::mul_lo, x, y);
        high_ = builder_.emit(Opcode::mul_his, x, y);
        is_empty_ = false;
        return;
    }
    if (carry_) {
        low_ = builder_.emit(Opcode::shl, *carry_, constant(spare_bits));
        high_ = builder_.emit(Opcode::sar, *carry_, constant(digit_bits));
        carry_.reset();
    }
    Chain chain(builder_);
    low_ = chain.emit(Opcode::mad_lo, x, y, low_);
    high_ = chain.emit(Opcode::mad_his, x, y, high_);
}

Operand DigitSum::digit() {
    // a digit x >= 2^29 stands for x - 2^30: carry 1
    const Operand is_negative = builder_.emit(Opcode::shr, low_, constant(limb_bits - 1));
    carry_ = builder_.emit(Opcode::add, high_, is_negative);
    return low_;
}

void DigitSum::drop() { carry_ = high_; }

Operand DigitSum::top() { return builder_.emit(Opcode::shl, *carry_, constant(spare_bits)); }

}  // namespace limbsmith::algorithm
