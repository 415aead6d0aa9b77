#include "proof/symbolic_bits.hpp"

#include <algorithm>

namespace limbsmith::proof {
namespace {

using ir::Opcode, ir::Operand;

// 1 if at least two of the bits are.
Bit majority(Bit x, Bit y, Bit z) {
    if (x.equals(y) || x.equals(z)) return x;
    if (y.equals(z)) return y;
    if (x.differs(y)) return z;
    if (x.differs(z)) return y;
    return y.differs(z) ? x : Bit::anything();
}

Bit parity(Bit x, Bit y, Bit z) {
    if (x.equals(y) || x.differs(y)) return x ^ y ^ z;
    return x.equals(z) || x.differs(z) ? x ^ z ^ y : y ^ z ^ x;
}

// x + y + carry; sets carry to the carry out.
BitWord sum(const BitWord& x, const BitWord& y, Bit& carry) {
    BitWord word;
    for (int i = 0; i < limb_bits; ++i) {
        word[i] = parity(x[i], y[i], carry);
        carry = majority(x[i], y[i], carry);
    }
    return word;
}

BitWord inverted(BitWord x) {
    std::ranges::transform(x, x.begin(), [](Bit bit) { return ~bit; });
    return x;
}

// Bits first to first + 31 of (high:low); `filling` outside.
BitWord window(const BitWord& low, const BitWord& high, int first, Bit filling = Bit()) {
    BitWord word;
    for (int i = 0; i < limb_bits; ++i) {
        const int from = first + i;
        word[i] = from < 0 || from >= 2 * limb_bits ? filling
                  : from < limb_bits                ? low[from]
                                                    : high[from - limb_bits];
    }
    return word;
}

// Shifts by a count whose bits are all known; by any other count the result is unknown.
BitWord shifted(const ir::Instruction& in, const BitWord& x, const BitWord& y, const BitWord& z) {
    const bool is_funnel = in.op == Opcode::shf_l || in.op == Opcode::shf_r;
    const BitWord& by = is_funnel ? z : y;
    BitWord result, sign;
    if (!std::ranges::all_of(by, &Bit::is_known)) {
        result.fill(Bit::anything());
        return result;
    }
    uint32_t value = 0;
    for (int i = 0; i < limb_bits; ++i) value |= static_cast<uint32_t>(by[i].is(true)) << i;
    sign.fill(x.back());
    const int count = static_cast<int>(is_funnel ? value % limb_bits : std::min<uint32_t>(value, limb_bits));
    switch (in.op) {
        case Opcode::shl: return window(BitWord(), x, limb_bits - count);
        case Opcode::shr: return window(x, BitWord(), count);
        case Opcode::sar: return window(x, sign, count);
        case Opcode::shf_l: return window(x, y, limb_bits - count);
        default: return window(x, y, count);
    }
}

}  // namespace

Bit operator&(Bit x, Bit y) {
    if (x.is(false) || y.is(false) || x.differs(y)) return Bit::of(false);
    if (x.is(true) || x.equals(y)) return y;
    return y.is(true) ? x : Bit::anything();
}

Bit operator|(Bit x, Bit y) { return ~(~x & ~y); }

Bit operator^(Bit x, Bit y) {
    if (x.equals(y)) return Bit::of(false);
    if (x.differs(y)) return Bit::of(true);
    if (x.is_known()) return x.is(true) ? ~y : y;
    if (y.is_known()) return y.is(true) ? ~x : x;
    return Bit::anything();
}

BitWord bits_of(Operand operand, const std::vector<BitWord>& words) {
    if (operand.is_word) return words[operand.value];
    BitWord word;
    for (int i = 0; i < limb_bits; ++i) word[i] = Bit::of(operand.value >> i & 1);
    return word;
}

void run(const ir::Program& program, std::vector<BitWord>& words) {
    std::vector<Bit> flags(program.flags, Bit::anything());
    for (const ir::Instruction& in : program.body) {
        const BitWord x = bits_of(in.src[0], words), y = bits_of(in.src[1], words),
                      z = bits_of(in.src[2], words);
        Bit flag = in.flag_in ? flags[in.flag_in->id] : Bit();
        BitWord& result = words[in.dst.id];
        const auto bitwise = [&](auto operation) { std::ranges::transform(x, y, result.begin(), operation); };
        switch (in.op) {
            case Opcode::add: result = sum(x, y, flag); break;
            case Opcode::sub:  // x + (2^32 - 1 - y) + 1 - borrow
                flag = ~flag;
                result = sum(x, inverted(y), flag);
                flag = ~flag;
                break;
            case Opcode::bit_and: bitwise([](Bit a, Bit b) { return a & b; }); break;
            case Opcode::bit_or: bitwise([](Bit a, Bit b) { return a | b; }); break;
            case Opcode::bit_xor: bitwise([](Bit a, Bit b) { return a ^ b; }); break;
            case Opcode::bit_not: result = inverted(x); break;
            case Opcode::select:
                for (int i = 0; i < limb_bits; ++i) result[i] = (x[i] & y[i]) | (~x[i] & z[i]);
                break;
            case Opcode::shl:
            case Opcode::shr:
            case Opcode::sar:
            case Opcode::shf_l:
            case Opcode::shf_r: result = shifted(in, x, y, z); break;
            default: result.fill(Bit::anything()), flag = Bit::anything();
        }
        for (int i = 0; i < limb_bits; ++i) {
            if (result[i].is_anything()) result[i] = Bit::named(in.dst, i);
        }
        if (in.flag_out) flags[in.flag_out->id] = flag;
    }
}

}  // namespace limbsmith::proof
