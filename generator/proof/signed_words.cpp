#include "proof/signed_words.hpp"

#include <bit>

#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

using ir::Opcode, ir::Operand;

Polynomial scaled(Polynomial p, int exponent) { return p *= mpz_class(1) << exponent; }

}  // namespace

// x = 2^31·high + low. If x is unsigned, high is the sign bit; if x is signed, high is 0 or -1.
Polynomial SignedWords::signed_value(Operand operand) {
    if (!operand.is_word) return mpz_class(static_cast<int32_t>(operand.value));
    Word& it = word(operand);
    if (!it.with_sign) {
        Polynomial value = *it.without_sign;
        const Splits::Parts parts = splits_.split(value, limb_bits - 1);
        splits_.add_residue(value, parts, base);
        value.add(parts.high, -base);
        it.with_sign = std::move(value);
    }
    return *it.with_sign;
}

Polynomial SignedWords::unsigned_value(Operand operand) {
    if (!operand.is_word) return mpz_class(operand.value);
    Word& it = word(operand);
    if (!it.without_sign) {
        Polynomial value = *it.with_sign;
        value.add(splits_.split(*it.with_sign, limb_bits - 1).high, -base);
        it.without_sign = std::move(value);
    }
    return *it.without_sign;
}

// Either value; both are congruent modulo 2^32.
Polynomial SignedWords::either_value(Operand operand) {
    return operand.is_word && word(operand).without_sign ? unsigned_value(operand) : signed_value(operand);
}

Polynomial SignedWords::flag(const ir::Instruction& in) const {
    return in.flag_in ? flags_[in.flag_in->id] : Polynomial();
}

// The word is sum mod 2^32, and its flag is flag_sign·floor(sum / 2^32): the carry, or the borrow. requires:
// the flag is 0 or 1 if it is used.
void SignedWords::define_sum(const ir::Instruction& in, const Polynomial& sum, int flag_sign) {
    const Splits::Parts parts = splits_.split(sum, limb_bits);
    words_[in.dst.id].without_sign = parts.low;
    if (in.flag_out) flags_[in.flag_out->id].add(parts.high, flag_sign);
}

// The word is sum mod 2^32 in two's complement.
void SignedWords::define_signed(const ir::Instruction& in, const Polynomial& sum) {
    Polynomial& value = words_[in.dst.id].with_sign.emplace(sum);
    if (splits_.close_range(sum).is_within(-half, half - 1)) return;
    value = splits_.split(sum + Polynomial(half), limb_bits).low - Polynomial(half);
}

bool SignedWords::define(const ir::Instruction& in) {
    const Operand x = in.src[0], y = in.src[1], z = in.src[2];
    const auto product = [&] { return splits_.split(signed_value(x) * signed_value(y), limb_bits); };
    switch (in.op) {
        case Opcode::add:
            if (in.flag_out || in.flag_in) {
                define_sum(in, unsigned_value(x) + unsigned_value(y) + flag(in), 1);
            } else {
                define_signed(in, signed_value(x) + signed_value(y));
            }
            return true;
        case Opcode::sub:
            if (in.flag_out || in.flag_in) {
                define_sum(in, unsigned_value(x) - unsigned_value(y) - flag(in), -1);
            } else {
                define_signed(in, signed_value(x) - signed_value(y));
            }
            return true;
        case Opcode::mul_lo: words_[in.dst.id].without_sign = product().low; return true;
        case Opcode::mul_his: words_[in.dst.id].with_sign = product().high; return true;
        case Opcode::mad_lo: define_sum(in, product().low + unsigned_value(z) + flag(in), 1); return true;
        case Opcode::mad_his:
            if (in.flag_out) return false;
            define_signed(in, product().high + signed_value(z) + flag(in));
            return true;
        case Opcode::bit_and:
        case Opcode::bit_xor: return define_logic(in);
        case Opcode::shl:
        case Opcode::shr:
        case Opcode::sar:
        case Opcode::shf_r: return define_shift(in);
        default: return false;
    }
}

// Logic on digits: `and` clears the lowest bits; `xor` flips the top bit, which adds 2^31 and turns a signed
// word into an unsigned one, or the reverse.
bool SignedWords::define_logic(const ir::Instruction& in) {
    const Operand x = in.src[0], constant = in.src[1];
    if (constant.is_word || !x.is_word) return false;
    Word& result = words_[in.dst.id];
    if (in.op == Opcode::bit_xor) {
        if (constant.value != half) return false;
        if (word(x).without_sign) {
            result.with_sign = *word(x).without_sign - Polynomial(half);
        } else {
            result.without_sign = *word(x).with_sign + Polynomial(half);
        }
        return true;
    }
    const uint32_t cleared = ~constant.value;
    if ((cleared & (cleared + 1)) != 0) return false;  // cleared must be 2^k - 1
    const int zeros = std::popcount(cleared);
    result.without_sign = scaled(splits_.split(unsigned_value(x), zeros).high, zeros);
    return true;
}

bool SignedWords::define_shift(const ir::Instruction& in) {
    const Operand x = in.src[0], y = in.src[1], count = in.src[in.op == Opcode::shf_r ? 2 : 1];
    if (count.is_word || count.value >= limb_bits) return false;
    const int k = static_cast<int>(count.value);
    Word& result = words_[in.dst.id];
    switch (in.op) {
        case Opcode::shl:
            result.without_sign = splits_.split(scaled(either_value(x), k), limb_bits).low;
            return true;
        case Opcode::shr: result.without_sign = splits_.split(unsigned_value(x), k).high; return true;
        case Opcode::sar: result.with_sign = splits_.split(signed_value(x), k).high; return true;
        default:
            result.without_sign = splits_.split(unsigned_value(x), k).high +
                                  scaled(splits_.split(either_value(y), k).low, limb_bits - k);
            return true;
    }
}

std::optional<std::string> SignedWords::run(const std::vector<ir::Instruction>& body) {
    for (const ir::Instruction& in : body) {
        if (!define(in)) return dump(in);
    }
    return std::nullopt;
}

}  // namespace limbsmith::proof
