#include "algorithm/digit/balance.hpp"

#include <algorithm>
#include <bit>

namespace limbsmith::algorithm::digit {
namespace {

using ir::Builder, ir::Opcode, ir::Operand;

Operand in_twos_complement(int64_t value) { return Operand(static_cast<uint32_t>(value)); }

// floor(x / radix) for x < 2^31 (Granlund and Montgomery 1994).
Operand quotient(Builder& builder, Operand x, uint32_t radix) {
    const auto bits = static_cast<uint32_t>(std::bit_width(radix - 1));
    if (std::has_single_bit(radix)) return builder.emit(Opcode::shr, x, Operand(bits));
    const uint64_t reciprocal = (uint64_t{1} << (31 + bits)) / radix + 1;
    const Operand high = builder.emit(Opcode::mul_hi, x, Operand(static_cast<uint32_t>(reciprocal)));
    return builder.emit(Opcode::shr, high, Operand(bits - 1));
}

}  // namespace

int64_t Balance::most_carry(int64_t most) const {
    return std::max(multiple(most), (most + most_digit()) / radix);
}

Balance::Parts Balance::parts(Builder& builder, Operand sum, int64_t most) const {
    const Operand moved = builder.emit(Opcode::add, sum, in_twos_complement(offset(most)));
    const Operand high = quotient(builder, moved, static_cast<uint32_t>(radix));
    const Operand rest = builder.emit(Opcode::mad_lo, high, in_twos_complement(-radix), moved);
    return {builder.emit(Opcode::add, rest, in_twos_complement(-most_digit())),
            builder.emit(Opcode::add, high, in_twos_complement(-multiple(most)))};
}

}  // namespace limbsmith::algorithm::digit
