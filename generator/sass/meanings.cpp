// NVIDIA publishes the names of the instructions, not their meanings. Those here were measured: they
// reproduce the results of kernels with these instructions on a GPU (tests/sass/meanings), and they agree with the
// PTX that ptxas translates to them.
//
// Carries: a sum is a sum of integers; its low 32 bits are the result, the bits above are the carries. A
// negated term is 2^32 - x, so -0 carries: `IADD3 R, P0, a, -b, RZ` sets P0 if there is no borrow. With .X,
// carries are added; a negation over several words continues with ~x, and the carry is its + 1.
#include "sass/meanings.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

namespace limbsmith::sass {
namespace {

Action nothing() {
    return [](State&) {};
}

// ---------------------------------------------------------------------------------------------- sums

// Three terms give up to two carries: P is set if there is one or more, Q if there are two.
struct Carries {
    TargetPredicate p, q;

    void set(State& m, uint64_t count) const {
        if (count > 1 && is_true_predicate(q.number) && !is_true_predicate(p.number))
            throw std::runtime_error("two carries, and a predicate for one");
        p.set(m, count >= 1);
        q.set(m, count >= 2);
    }
};

// IADD3[.X] r, p, q, a, b, c, s, t: r = a + b + c, with .X + s + t; p and q are the carries.
Action add_three(Decoder& d) {
    const bool is_extended = d.has("X");
    const Target r = d.target();
    const Carries carries{d.target_predicate(), d.target_predicate()};
    const Source a = d.term(), b = d.term(), c = d.term();
    const SourcePredicate s = d.carry(is_extended), t = d.carry(is_extended);
    return [=](State& m) {
        const uint64_t sum = a(m) + b(m) + c(m) + s(m) + t(m);
        r.set(m, sum);
        carries.set(m, sum >> 32);
    };
}

// IADD[.X] r, p, a, b, s and VIADD r, a, b: r = a + b, with .X + s; p is the carry. IADD.64 r, a, b: 64 bits.
Action add(Decoder& d) {
    const bool is_extended = d.has("X");
    const Target r = d.target();
    if (!is_extended && d.has("64")) {
        const SourcePair a = d.pair(), b = d.pair();
        return [=](State& m) { r.set_pair(m, static_cast<uint64_t>(a(m) + b(m))); };
    }
    const Carries carry{d.target_predicate(), {}};
    const Source a = d.term(), b = d.term();
    const SourcePredicate s = d.carry(is_extended);
    return [=](State& m) {
        const uint64_t sum = a(m) + b(m) + s(m);
        r.set(m, sum);
        carry.set(m, sum >> 32);
    };
}

// LEA[.X] r, p, a, b, n, s: r = (a << n) + b, with .X + s; p is the carry. a is shifted, cut to 32 bits, then
// negated. LEA.HI[.X] r, p, a, b, c, n, s: the same with the high word of (c:a) << n; .SX32: c is the sign of
// a.
Action shift_and_add(Decoder& d) {
    const bool is_high = d.has("HI"), is_extended = d.has("X"), is_sign = is_high && d.has("SX32");
    const Target r = d.target();
    const Carries carry{d.target_predicate(), {}};
    const Source a = d.term(), b = d.term();
    const Source c = is_high && !is_sign ? d.word() : Source(uint32_t{0});
    const uint32_t count = d.immediate() & 31;
    const SourcePredicate s = d.carry(is_extended);
    return [=](State& m) {
        const uint32_t low = a.raw(m), sign = static_cast<int32_t>(low) < 0 ? ~uint32_t{0} : 0;
        const uint64_t both = uint64_t{is_sign ? sign : c.raw(m)} << 32 | low, shifted = both << count;
        const auto part = static_cast<uint32_t>(is_high ? shifted >> 32 : shifted);
        const uint64_t sum = a.with_sign(part) + b(m) + s(m);
        r.set(m, sum);
        carry.set(m, sum >> 32);
    };
}

// IMAD[.MOV, .IADD, .SHL][.U32][.X] r, a, b, c, s: r = a*b + c, with .X + s. IMAD.WIDE[.U32][.X] r, p, a, b,
// c, s: r and c have 64 bits; p is the carry. IMAD.HI[.U32][.X]: the high word of that; c has 64 bits.
// Without .U32, a and b are signed; the carry is defined with .U32 only.
Action multiply_and_add(Decoder& d) {
    const bool is_high = d.has("HI"), is_wide = d.has("WIDE") || is_high, is_extended = d.has("X");
    const bool is_unsigned = d.has("U32");
    if (!is_wide) {
        for (const std::string_view alias : {"MOV", "IADD", "SHL"}) d.has(alias);
    }
    const Target r = d.target();
    const TargetPredicate p = is_wide && is_unsigned ? d.target_predicate() : TargetPredicate();
    const Source a = d.word(), b = d.word();
    if (!is_wide) {
        const Source c = d.term();
        const SourcePredicate s = d.carry(is_extended);
        return [=](State& m) { r.set(m, a(m) * b(m) + c(m) + s(m)); };
    }
    const SourcePair c = d.pair();
    const SourcePredicate s = d.carry(is_extended);
    return [=](State& m) {
        const uint64_t product =
            is_unsigned ? a(m) * b(m) : static_cast<uint64_t>(a.as_signed(m) * b.as_signed(m));
        const Wide sum = Wide{product} + c(m) + s(m);
        if (is_high) {
            r.set(m, static_cast<uint64_t>(sum) >> 32);
        } else {
            r.set_pair(m, static_cast<uint64_t>(sum));
        }
        p.set(m, static_cast<bool>(sum >> 64));
    };
}

// ---------------------------------------------------------------------------------------------- bits

// SHF.L / SHF.R[.W].type[.HI] r, a, n, c: (c:a) shifted by n; r is the low word or, with .HI, the high one. n
// is limited to the size of the type, or with .W taken modulo it; .S32 and .S64 keep the sign in right
// shifts.
Action shift(Decoder& d) {
    constexpr std::string_view directions[] = {"L", "R"}, types[] = {"U32", "S32", "U64", "S64"};
    const bool is_left = d.one_of(directions) == "L", wraps = d.has("W"), is_high = d.has("HI");
    const std::string_view type = d.one_of(types);
    const bool is_signed = type[0] == 'S';
    const unsigned size = type.ends_with("64") ? 64 : 32;
    const Target r = d.target();
    const Source a = d.word(), n = d.word(), c = d.word();
    return [=](State& m) {
        const uint64_t given = n(m), both = a(m) | c(m) << 32;
        const uint64_t count = wraps ? given % size : std::min<uint64_t>(given, size);
        const bool fill = is_signed && both >> 63;
        const Wide extended = fill ? ~Wide{~both} : Wide{both};
        const auto shifted = static_cast<uint64_t>(is_left ? extended << count : extended >> count);
        r.set(m, is_high ? shifted >> 32 : shifted);
    };
}

uint32_t lookup(uint32_t table, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t result = 0;
    for (uint32_t term = 0; term < 8; ++term) {
        if (table >> term & 1) result |= (term & 4 ? a : ~a) & (term & 2 ? b : ~b) & (term & 1 ? c : ~c);
    }
    return result;
}

// LOP3.LUT p, r, a, b, c, table, s: bit i of r is bit 4*a_i + 2*b_i + c_i of the table; p = r != 0 or s.
Action logic(Decoder& d) {
    if (!d.has("LUT")) throw std::runtime_error("LOP3 without LUT");
    const TargetPredicate p = d.target_predicate();
    const Target r = d.target();
    const Source a = d.word(), b = d.word(), c = d.word();
    const uint32_t table = d.immediate();
    const SourcePredicate s = d.predicate(false);
    return [=](State& m) {
        const uint32_t result = lookup(table, a.raw(m), b.raw(m), c.raw(m));
        r.set(m, result);
        p.set(m, result != 0 || s(m));
    };
}

// PLOP3.LUT p, q, a, b, c, table, other: the same for predicates; q uses the other table.
Action predicate_logic(Decoder& d) {
    if (!d.has("LUT")) throw std::runtime_error("PLOP3 without LUT");
    const TargetPredicate p = d.target_predicate(), q = d.target_predicate();
    const SourcePredicate a = d.predicate(true), b = d.predicate(true), c = d.predicate(true);
    const uint32_t table = d.immediate(), other = d.immediate();
    return [=](State& m) {
        const int at = 4 * a(m) + 2 * b(m) + c(m);
        p.set(m, table >> at & 1);
        q.set(m, other >> at & 1);
    };
}

// SEL r, a, b, s: s ? a : b
Action select(Decoder& d) {
    const Target r = d.target();
    const Source a = d.word(), b = d.word();
    const SourcePredicate s = d.predicate(true);
    return [=](State& m) { r.set(m, s(m) ? a(m) : b(m)); };
}

// PRMT r, a, n, c: byte i of r is byte n_i of (c:a), where n_i is the three low bits of hex digit i of n. If
// the fourth bit of the digit is set, the byte is eight copies of its top bit.
Action permute(Decoder& d) {
    const Target r = d.target();
    const Source a = d.word(), n = d.word(), c = d.word();
    return [=](State& m) {
        const uint64_t both = a(m) | c(m) << 32, digits = n(m);
        uint64_t result = 0;
        for (unsigned i = 0; i < 4; ++i) {
            const uint64_t digit = digits >> (4 * i), byte = both >> (8 * (digit & 7)) & 0xff;
            const uint64_t sign = byte & 0x80 ? 0xff : 0;
            result |= (digit & 8 ? sign : byte) << (8 * i);
        }
        r.set(m, result);
    };
}

// POPC r, a: the number of set bits. BREV r, a: the bits in reverse order.
Action count_bits(Decoder& d) {
    const Target r = d.target();
    const Source a = d.word();
    return [=](State& m) { r.set(m, static_cast<uint64_t>(std::popcount(a.raw(m)))); };
}
Action reverse_bits(Decoder& d) {
    const Target r = d.target();
    const Source a = d.word();
    return [=](State& m) {
        uint32_t result = 0;
        for (unsigned i = 0; i < 32; ++i) result |= (a.raw(m) >> i & 1) << (31 - i);
        r.set(m, result);
    };
}

// FLO.U32 r, a: the index of the highest set bit; .SH: the number of zeros above it. All ones for a = 0.
Action find_leading_one(Decoder& d) {
    if (!d.has("U32")) throw std::runtime_error("FLO of a signed number");
    const bool counts_zeros = d.has("SH");
    const Target r = d.target();
    const Source a = d.word();
    return [=](State& m) {
        const auto zeros = static_cast<uint64_t>(std::countl_zero(a.raw(m)));
        r.set(m, a.raw(m) == 0 ? ~uint64_t{0} : counts_zeros ? zeros : 31 - zeros);
    };
}

// ---------------------------------------------------------------------------------------------- comparisons

// A word or a pair as 64 bits in the order of unsigned numbers: signed ones are shifted by 2^63.
class Compared {
  public:
    Compared(Decoder& d, bool is_wide, bool is_unsigned) : is_wide_(is_wide), is_unsigned_(is_unsigned) {
        if (is_wide) {
            pair_ = d.pair();
        } else {
            word_ = d.word();
        }
    }
    uint64_t operator()(const State& m) const {
        const uint64_t value = is_wide_       ? static_cast<uint64_t>(pair_(m))
                               : is_unsigned_ ? word_(m)
                                              : static_cast<uint64_t>(word_.as_signed(m));
        return is_unsigned_ ? value : value + (uint64_t{1} << 63);
    }

  private:
    bool is_wide_, is_unsigned_;
    SourcePair pair_;
    Source word_;
};

bool compare(std::string_view how, uint64_t a, uint64_t b) {
    if (how == "LT") return a < b;
    if (how == "LE") return a <= b;
    if (how == "GT") return a > b;
    if (how == "GE") return a >= b;
    return (a == b) == (how == "EQ");
}

// ISETP.how[.U32].op[.EX] p, q, a, b, s, t: p = (a how b) op s, q = not (a how b) op s. With .EX, a and b are
// high words and t is the result for the low words: it decides if a = b (for EQ and NE both parts must
// agree).
Action compare_words(Decoder& d) {
    constexpr std::string_view hows[] = {"LT", "LE", "GT", "GE", "EQ", "NE"}, ops[] = {"AND", "OR", "XOR"};
    const std::string_view how = d.one_of(hows), op = d.one_of(ops);
    const bool is_long = d.has("U64"), is_wide = d.has("S64") || is_long;
    const bool is_unsigned = d.has("U32") || is_long, is_extended = d.has("EX");
    const TargetPredicate p = d.target_predicate(), q = d.target_predicate();
    const Compared a(d, is_wide, is_unsigned), b(d, is_wide, is_unsigned);
    const SourcePredicate s = d.predicate(true), t = d.carry(is_extended);
    return [=](State& m) {
        const uint64_t x = a(m), y = b(m);
        const bool holds = is_extended && x == y ? t(m) : compare(how, x, y);
        const bool other = s(m);
        const auto combined = [&](bool value) {
            return op == "AND" ? value && other : op == "OR" ? value || other : value != other;
        };
        const bool first = combined(holds), second = combined(!holds);
        p.set(m, first);
        q.set(m, second);
    };
}

// IABS r, a: |a|.
Action magnitude(Decoder& d) {
    const Target r = d.target();
    const Source a = d.word();
    return [=](State& m) { r.set(m, static_cast<uint64_t>(std::abs(a.as_signed(m)))); };
}

// The smaller one of two words if `smaller`, else the larger.
uint64_t extreme(uint64_t a, uint64_t b, bool is_unsigned, bool smaller) {
    const bool is_less = is_unsigned ? a < b : static_cast<int32_t>(a) < static_cast<int32_t>(b);
    return is_less == smaller ? a : b;
}

// IMNMX[.U32] r, a, b, s, also VIMNMX[.S32]: the smaller one if s, else the larger. VIMNMX3 r, a, b, c, s: of three.
// VIADDMNMX r, a, b, c, s: of the low 32 bits of a + b, and c.
Action smaller_or_larger(Decoder& d) {
    const bool is_unsigned = d.has("U32");
    d.has("S32");
    const Target r = d.target();
    d.target_predicate(), d.target_predicate();  // PT
    const Source a = d.word(), b = d.word();
    const SourcePredicate s = d.predicate(true);
    return [=](State& m) { r.set(m, extreme(a(m), b(m), is_unsigned, s(m))); };
}
Action extreme_of_three(Decoder& d) {
    const bool is_unsigned = d.has("U32");
    const Target r = d.target();
    const Source a = d.word(), b = d.word(), c = d.word();
    const SourcePredicate s = d.predicate(true);
    return
        [=](State& m) { r.set(m, extreme(extreme(a(m), b(m), is_unsigned, s(m)), c(m), is_unsigned, s(m))); };
}
Action extreme_of_sum(Decoder& d) {
    const bool is_unsigned = d.has("U32");
    const Target r = d.target();
    const Source a = d.term(), b = d.term(), c = d.word();
    const SourcePredicate s = d.predicate(true);
    return [=](State& m) {
        const uint64_t sum = static_cast<uint32_t>(a(m) + b(m));
        r.set(m, extreme(sum, c(m), is_unsigned, s(m)));
    };
}

// ---------------------------------------------------------------------------------------------- moves

// MOV r, a; R2UR r, a; .64: two words.
Action move(Decoder& d) {
    const bool is_wide = d.has("64");
    d.has("U32");
    const Target r = d.target();
    if (!is_wide) {
        const Source a = d.word();
        return [=](State& m) { r.set(m, a(m)); };
    }
    const SourcePair a = d.pair();
    return [=](State& m) { r.set_pair(m, static_cast<uint64_t>(a(m))); };
}

// The 16 bits of a number in half precision. Throws if it is not representable.
uint32_t half_bits(double value) {
    const uint32_t sign = std::signbit(value) ? 0x8000 : 0;
    const double size = std::fabs(value);
    if (std::isinf(size)) return sign | 0x7c00;
    int exponent = 0;
    std::frexp(size, &exponent);
    const int steps = std::max(exponent, -13) - 11;  // the number is a multiple of 2^steps below 2^11
    const double digits = std::ldexp(size, -steps);
    if (digits != std::floor(digits) || digits >= 2048 || steps > 5)
        throw std::runtime_error("not representable in half precision: " + std::to_string(value));
    const auto whole = static_cast<uint32_t>(digits);
    return sign | (whole < 1024 ? whole : static_cast<uint32_t>(steps + 25) << 10 | (whole - 1024));
}

// HFMA2[.MMA] r, -RZ, RZ, x, y: the constant with halves x and y, which are printed as floating-point
// numbers.
Action half_constant(Decoder& d) {
    d.has("MMA");
    const Target r = d.target();
    const Operand minus = d.of(Operand::Kind::word), zero = d.of(Operand::Kind::word);
    if (minus.text != "-RZ" || zero.text != "RZ") throw std::runtime_error("HFMA2 that is no constant");
    const uint32_t high = half_bits(d.of(Operand::Kind::real).real);
    const uint32_t low = half_bits(d.of(Operand::Kind::real).real);
    return [=](State& m) { r.set(m, high << 16 | low); };
}

// P2R r, PR, a, mask: bit i of r is P_i if the mask has bit i, else bit i of a. R2P PR, a, mask: P_i is bit i
// of a, for each bit of the mask.
Action predicates_to_word(Decoder& d) {
    const Target r = d.target();
    d.of(Operand::Kind::predicates);
    const Source a = d.word();
    const uint32_t mask = d.immediate();
    return [=](State& m) {
        uint32_t bits = 0;
        for (int i = 0; i < true_predicate; ++i) bits |= uint32_t{m.predicates[static_cast<size_t>(i)]} << i;
        r.set(m, (a.raw(m) & ~mask) | (bits & mask));
    };
}
Action word_to_predicates(Decoder& d) {
    d.of(Operand::Kind::predicates);
    const Source a = d.word();
    const uint32_t mask = d.immediate();
    return [=](State& m) {
        for (int i = 0; i < true_predicate; ++i) {
            if (mask >> i & 1) m.set_predicate(i, a.raw(m) >> i & 1);
        }
    };
}

// VOTEU.ANY p, s: whether s holds in any thread of the warp. Here the warp has one thread.
Action vote(Decoder& d) {
    constexpr std::string_view kinds[] = {"ANY", "ALL"};
    d.one_of(kinds);
    const TargetPredicate p = d.target_predicate();
    const SourcePredicate s = d.predicate(true);
    return [=](State& m) { p.set(m, s(m)); };
}

// S2R r, SR_TID.X: thread 0 of block 0. CS2R r, SRZ: 0 in 64 bits; .32: in 32.
Action special_register(Decoder& d) {
    const bool is_narrow = d.has("32");
    const Target r = d.target();
    const std::string name = d.of(Operand::Kind::special).text;
    if (name == "SRZ") {
        return [=](State& m) { is_narrow ? r.set(m, 0) : r.set_pair(m, 0); };
    }
    if (!name.starts_with("SR_TID.") && !name.starts_with("SR_CTAID."))
        throw std::runtime_error("unknown special register " + name);
    return [=](State& m) { r.set(m, 0); };
}

// ---------------------------------------------------------------------------------------------- memory

// The words that an access moves, and whether it is .E.SYS of sm_75, whose addresses have 64 bits without
// saying so. Cache modifiers change nothing.
struct Access {
    int words;
    bool is_wide;
};

Access access(Decoder& d) {
    const bool is_extended = d.has("E"), is_system = d.has("SYS"), is_strong = d.has("STRONG");
    for (const std::string_view hint : {"CONSTANT", "GPU", "CTA", "NA"}) d.has(hint);
    return {d.has("128") ? 4 : d.has("64") ? 2 : 1, is_extended && is_system && !is_strong};
}

Operand address(Decoder& d, const Access& access) {
    const Operand at = d.of(Operand::Kind::address);
    if (!access.is_wide && !at.says_wide) throw std::runtime_error("an address of 32 bits");
    return at;
}

uint64_t address(const State& m, const Operand& at) {
    const auto word = [&](int number) { return uint64_t{m.words[static_cast<size_t>(number)]}; };
    const uint64_t base = is_zero_register(at.base) ? 0 : word(at.base) | word(at.base + 1) << 32;
    return base + word(at.index) + static_cast<uint64_t>(at.value);
}

// LDC[.64, .128] r, c[bank][offset].
Action load_constant(Decoder& d) {
    const int count = d.has("128") ? 4 : d.has("64") ? 2 : 1;
    const Target r = d.target();
    if (!d.is_next(Operand::Kind::constant)) throw std::runtime_error("no constant");
    return [=, words = d.words(count)](State& m) {
        for (int i = 0; i < count; ++i) m.set(r.number + i, words[static_cast<size_t>(i)](m));
    };
}

// LDG r, [address].
Action load(Decoder& d) {
    const Access moved = access(d);
    const Target r = d.target();
    const Operand at = address(d, moved);
    return [=, count = moved.words](State& m) {
        const uint64_t from = address(m, at);
        for (int i = 0; i < count; ++i)
            m.set(r.number + i, m.memory->at(from + 4 * static_cast<uint64_t>(i)));
    };
}

// STG [address], a.
Action store(Decoder& d) {
    const Access moved = access(d);
    const Operand at = address(d, moved);
    const Operand a = d.of(Operand::Kind::word);
    return [=, count = moved.words](State& m) {
        const uint64_t to = address(m, at);
        for (int i = 0; i < count; ++i) {
            const int number = is_zero_register(a.number) ? a.number : a.number + i;
            m.memory->at(to + 4 * static_cast<uint64_t>(i)) = m.words[static_cast<size_t>(number)];
        }
    };
}

// ---------------------------------------------------------------------------------------------- the table

struct Meaning {
    std::string_view opcode;  // also with the prefix U, on uniform registers
    Action (*make)(Decoder&);
};

constexpr Meaning meanings[] = {
    {"IADD3", add_three},
    {"IADD", add},
    {"VIADD", add},
    {"LEA", shift_and_add},
    {"IMAD", multiply_and_add},
    {"SHF", shift},
    {"LOP3", logic},
    {"PLOP3", predicate_logic},
    {"SEL", select},
    {"PRMT", permute},
    {"POPC", count_bits},
    {"BREV", reverse_bits},
    {"FLO", find_leading_one},
    {"ISETP", compare_words},
    {"IABS", magnitude},
    {"IMNMX", smaller_or_larger},
    {"VIMNMX", smaller_or_larger},
    {"VIMNMX3", extreme_of_three},
    {"VIADDMNMX", extreme_of_sum},
    {"MOV", move},
    {"R2UR", move},
    {"HFMA2", half_constant},
    {"P2R", predicates_to_word},
    {"R2P", word_to_predicates},
    {"VOTEU", vote},
    {"S2R", special_register},
    {"S2UR", special_register},
    {"CS2R", special_register},
    {"LDC", load_constant},
    {"ULDC", load_constant},
    {"LDCU", load_constant},
    {"LDG", load},
    {"STG", store},
    {"NOP", [](Decoder&) { return nothing(); }},
};

}  // namespace

Action meaning(const Instruction& instruction, const Constants& constants) {
    const auto named = [&](std::string_view opcode) {
        return std::ranges::find(meanings, opcode, &Meaning::opcode);
    };
    const std::string_view opcode = instruction.opcode;
    const Meaning* found = named(opcode);
    if (found == std::end(meanings) && opcode.starts_with('U')) found = named(opcode.substr(1));
    if (found == std::end(meanings)) throw std::runtime_error("unknown instruction");
    Decoder decoder(instruction, constants);
    Action action = found->make(decoder);
    decoder.finish();
    return action;
}

}  // namespace limbsmith::sass
