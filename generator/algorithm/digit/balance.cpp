#include "algorithm/digit/balance.hpp"

#include <algorithm>
#include <bit>

namespace limbsmith::algorithm::digit {
namespace {

using ir::Opcode, ir::Operand;

Operand in_twos_complement(int64_t value) { return Operand(static_cast<uint32_t>(value)); }

}  // namespace

int64_t Balance::most_carry(int64_t most) const {
    return std::max(multiple(most), (most + most_digit()) / radix_);
}

// floor(x / radix) for x < 2^31 (Granlund and Montgomery 1994).
Operand Balance::quotient(Operand x) {
    const auto radix = static_cast<uint32_t>(radix_), bits = static_cast<uint32_t>(std::bit_width(radix - 1));
    if (std::has_single_bit(radix)) return builder_.emit(Opcode::shr, x, Operand(bits));
    const uint64_t reciprocal = (uint64_t{1} << (31 + bits)) / radix + 1;
    const Operand high = builder_.emit(Opcode::mul_hi, x, Operand(static_cast<uint32_t>(reciprocal)));
    return builder_.emit(Opcode::shr, high, Operand(bits - 1));
}

Balance::Parts Balance::parts(Operand sum, int64_t most) {
    const Operand moved = builder_.emit(Opcode::add, sum, in_twos_complement(offset(most)));
    const Operand high = quotient(moved);
    const Operand rest = builder_.emit(Opcode::mad_lo, high, in_twos_complement(-radix_), moved);
    return {builder_.emit(Opcode::add, rest, in_twos_complement(-most_digit())),
            builder_.emit(Opcode::add, high, in_twos_complement(-multiple(most)))};
}

}  // namespace limbsmith::algorithm::digit
