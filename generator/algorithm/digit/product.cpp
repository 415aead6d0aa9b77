#include "algorithm/digit/product.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "algorithm/limb.hpp"

namespace limbsmith::algorithm::digit {
namespace {

using ir::Builder, ir::Opcode, ir::Operand;

// The product, of twice as many digits.
ir::Representation wide_in(const SignedDigits& digits) {
    ir::Representation form = repr::num_in(digits);
    form.type = repr::wide.type;
    return form;
}

// A column before it is divided: at most `most` in magnitude, with the carry
// into it. It becomes a multiple of the radix plus floor(radix/2) more, so that
// it is not negative and the rest is balanced.
struct Column {
    int64_t most, multiple, half;
    int64_t offset(int64_t radix) const { return multiple * radix + half; }
    // of the carry out of it
    int64_t most_carry(int64_t radix) const { return (most + half) / radix; }
};

std::vector<Column> columns(const SignedDigits& digits) {
    const int64_t radix = digits.radix, square = int64_t{digits.bound} * digits.bound;
    std::vector<Column> all;
    int64_t carry = 0;
    for (int c = 0; c < 2 * digits.count - 1; ++c) {
        const int64_t products = std::min(c + 1, 2 * digits.count - 1 - c), most = products * square + carry;
        all.push_back({most, (most + radix - 1) / radix, radix / 2});
        carry = all.back().most_carry(radix) + 1;
    }
    return all;
}

// Whether the offset columns are below 2^31.
bool fits(const SignedDigits& digits) {
    if (digits.bound >= 1u << 15) return false;
    const std::vector<Column> all = columns(digits);
    return std::ranges::all_of(
        all, [&](const Column& it) { return it.most + it.offset(digits.radix) < int64_t{1} << 31; });
}

// The top digit is what the digits below leave of a·b: at most (D/(q - 1))²·q +
// 1/2.
bool has_top_digit(const SignedDigits& digits) {
    const __int128 q = digits.radix, D = digits.bound;
    return 2 * D * D * q + (q - 1) * (q - 1) <= 2 * D * (q - 1) * (q - 1);
}

// floor(x / radix) for x < 2^31 (Granlund and Montgomery 1994).
Operand quotient(Builder& builder, Operand x, uint32_t radix) {
    const auto bits = static_cast<uint32_t>(std::bit_width(radix - 1));
    if (std::has_single_bit(radix)) return builder.emit(Opcode::shr, x, Operand(bits));
    const uint64_t reciprocal = (uint64_t{1} << (31 + bits)) / radix + 1;
    const Operand high = builder.emit(Opcode::mul_hi, x, Operand(static_cast<uint32_t>(reciprocal)));
    return builder.emit(Opcode::shr, high, Operand(bits - 1));
}

Operand signed_constant(int64_t value) { return Operand(static_cast<uint32_t>(value)); }

}  // namespace

std::string why_no_product(const SignedDigits& digits) {
    SignedDigits nearest = digits;
    nearest.bound = SignedDigits::least_bound(digits.radix);
    if (!has_top_digit(digits) && has_top_digit(nearest) && fits(nearest))
        return fmt::format(
            "is not supported with --digit-bound {}; the nearest is "
            "--digit-bound {}",
            digits.bound, nearest.bound);
    if (!has_top_digit(nearest))
        return fmt::format(
            "is not supported with --radix {}: a product may leave twice as many digits; the nearest is "
            "--radix 7",
            digits.radix);
    if (fits(digits) && has_top_digit(digits)) return {};
    nearest = {10'000, SignedDigits::least_bound(10'000), digits.count};
    return fmt::format(
        "is not supported with --radix {}: sums of products of "
        "digits need more than 32 bits; the nearest "
        "are --radix 10000 and --radix {}",
        digits.radix, 1 << 13);
}

ir::Program mul(const SignedDigits& digits) {
    Builder builder("mul");
    const Words a = builder.input("a", repr::num_in(digits), digits.count),
                b = builder.input("b", repr::num_in(digits), digits.count);
    const int64_t radix = digits.radix;
    Words r;
    Operand carry(0u);
    int c = 0;
    for (const Column& column : columns(digits)) {
        Operand sum = carry;
        for (int p = std::max(0, c + 1 - digits.count); p <= std::min(c, digits.count - 1); ++p)
            sum = sum.is_zero() ? builder.emit(Opcode::mul_lo, a[p], b[c - p])
                                : builder.emit(Opcode::mad_lo, a[p], b[c - p], sum);
        const Operand moved = builder.emit(Opcode::add, sum, signed_constant(column.offset(radix)));
        const Operand high = quotient(builder, moved, digits.radix);
        const Operand rest = builder.emit(Opcode::mad_lo, high, signed_constant(-radix), moved);
        r.push_back(builder.emit(Opcode::add, rest, signed_constant(-column.half)));
        carry = builder.emit(Opcode::add, high, signed_constant(-column.multiple));
        ++c;
    }
    r.push_back(carry);
    builder.output("r", wide_in(digits), r);
    return std::move(builder).finish({{}, ir::var("r"), ir::var("a") * ir::var("b"), {}});
}

}  // namespace limbsmith::algorithm::digit
