#include "algorithm/digit/product.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <optional>

#include "algorithm/digit/balance.hpp"
#include "algorithm/digit/signed_digits.hpp"
#include "algorithm/limb.hpp"
#include "spec/error.hpp"

namespace limbsmith::algorithm::digit {
namespace {

using ir::Builder, ir::ExprPtr, ir::Opcode, ir::Operand, ir::var;

int64_t square_of(const SignedDigits& digits) { return int64_t{digits.bound} * digits.bound; }

// The largest magnitudes of columns with the carries into them.
std::vector<int64_t> columns(const SignedDigits& digits, const Balance& balance) {
    std::vector<int64_t> all;
    int64_t carry = 0;
    for (int c = 0; c < 2 * digits.count - 1; ++c) {
        const int64_t products = std::min(c + 1, 2 * digits.count - 1 - c);
        all.push_back(products * square_of(digits) + carry);
        carry = balance.most_carry(all.back());
    }
    return all;
}

bool fits(const SignedDigits& digits) {
    if (digits.bound >= 1u << 15) return false;
    const Balance balance{digits.radix};
    return std::ranges::all_of(columns(digits, balance), [&](int64_t most) { return balance.fits(most); });
}

// The top digit is what the digits below leave of a·b: at most (D/(q - 1))²·q + 1/2.
bool has_top_digit(const SignedDigits& digits) {
    const __int128 q = digits.radix, D = digits.bound;
    return 2 * D * D * q + (q - 1) * (q - 1) <= 2 * D * (q - 1) * (q - 1);
}

// The largest radix with the least bound for which products of so many digits work; `works` holds up to it.
uint32_t largest_radix(int count, const std::function<bool(const SignedDigits&)>& works) {
    uint32_t radix = 7, above = SignedDigits::largest_radix;
    while (above - radix > 1) {
        const uint32_t middle = radix + (above - radix) / 2;
        (works({middle, SignedDigits::least_bound(middle), count}) ? radix : above) = middle;
    }
    return radix;
}

std::string why_none(const SignedDigits& digits, const std::function<bool(const SignedDigits&)>& works) {
    if (has_top_digit(digits) && works(digits)) return {};
    const SignedDigits nearest{digits.radix, SignedDigits::least_bound(digits.radix), digits.count};
    if (!has_top_digit(nearest))
        return fmt::format(
            "is not supported with --radix {}: a product may leave twice as many digits; the nearest is "
            "--radix 7",
            digits.radix);
    if (works(nearest))
        return fmt::format("is not supported with --digit-bound {}; the nearest is --digit-bound {}",
                           digits.bound, nearest.bound);
    const uint32_t radix = largest_radix(digits.count, works);
    return fmt::format(
        "is not supported with --radix {}: sums of {} of digits to {} need more than 32 bits; the nearest "
        "are "
        "--radix {} and the power of two 2^{}",
        digits.radix, counted(static_cast<size_t>(digits.count), "product"), digits.bound, radix,
        std::bit_width(radix) - 1);
}

}  // namespace

std::string why_no_product(const SignedDigits& digits) { return why_none(digits, fits); }

ir::Program mul(const SignedDigits& digits) {
    Builder builder("mul");
    const Balance balance{digits.radix};
    const Words a = builder.input("a", repr::num_in(digits), digits.count),
                b = builder.input("b", repr::num_in(digits), digits.count);
    Words r;
    Operand carry(0u);
    int c = 0;
    for (const int64_t most : columns(digits, balance)) {
        Operand sum = carry;
        for (int p = std::max(0, c + 1 - digits.count); p <= std::min(c, digits.count - 1); ++p)
            sum = sum.is_zero() ? builder.emit(Opcode::mul_lo, a[p], b[c - p])
                                : builder.emit(Opcode::mad_lo, a[p], b[c - p], sum);
        const Balance::Parts parts = balance.parts(builder, sum, most);
        r.push_back(parts.digit);
        carry = parts.carry;
        ++c;
    }
    r.push_back(carry);
    builder.output("r", repr::wide_in(digits), r);
    return std::move(builder).finish({{}, var("r"), var("a") * var("b"), {}});
}

namespace {

// Columns, or digits, of one lane, with this largest magnitude.
ir::Representation in_places(const SignedDigits& digits, int64_t most) {
    ir::Representation form = repr::wide_in(digits);
    form.bound = static_cast<uint32_t>(most);
    return form;
}

int64_t most_column(const SignedDigits& digits) { return digits.count * square_of(digits); }

// The largest carry out of a lane's columns.
int64_t most_carry(const SignedDigits& digits, int words, const Balance& balance) {
    int64_t carry = 0;
    for (int c = 0; c < words; ++c) carry = balance.most_carry(most_column(digits) + carry);
    return carry;
}

// A carry up to this is taken up by a balanced digit.
int64_t slack(const SignedDigits& digits, const Balance& balance) {
    return digits.bound - balance.most_digit();
}

ir::Bound within(const char* name, int64_t most) {
    return {name, ir::integer(static_cast<uint64_t>(most + 1))};
}

}  // namespace

std::string why_no_product_over_lanes(const SignedDigits& digits) {
    return why_none(digits, [](const SignedDigits& it) {
        const Balance balance{it.radix};
        // carries are at most twice this over the radix
        const int64_t most = it.bound < 1u << 15 ? most_column(it) : int64_t{1} << 31;
        return balance.fits(most + 2 * (most / it.radix + 1));
    });
}

ir::Program balance(const SignedDigits& digits, int words) {
    Builder builder("balance");
    const Balance balance{digits.radix};
    const Words a = builder.input("a", in_places(digits, most_column(digits)), words);
    Words r;
    Operand carry(0u);
    int64_t most = 0;
    for (const Operand column : a) {
        const Operand sum = carry.is_zero() ? column : builder.emit(Opcode::add, column, carry);
        most += most_column(digits);
        const Balance::Parts parts = balance.parts(builder, sum, most);
        r.push_back(parts.digit);
        carry = parts.carry;
        most = balance.most_carry(most);
    }
    builder.output("r", in_places(digits, balance.most_digit()), r);
    builder.output("carry", repr::transfer, {carry});
    return std::move(builder).finish(
        {{},
         var("r") + end_of_digits({digits.radix, digits.bound, words}) * var("carry"),
         var("a"),
         {within("carry", most)}});
}

std::vector<int64_t> carries(const SignedDigits& digits, int words) {
    const Balance balance{digits.radix};
    std::vector<int64_t> all{most_carry(digits, words, balance)};
    while (true) {
        int64_t carry = all.back();
        for (int i = 0; i < words; ++i) {
            if (carry <= slack(digits, balance)) return all;
            carry = balance.most_carry(balance.most_digit() + carry);
        }
        all.push_back(carry);
    }
}

ir::Program settle(const SignedDigits& digits, int words, int k) {
    Builder builder(fmt::format("settle_{}", k));
    const Balance balance{digits.radix};
    int64_t most = carries(digits, words).at(static_cast<size_t>(k));
    const ir::Bound given = within("in", most);
    Words r = builder.input("a", in_places(digits, balance.most_digit()), words);
    std::optional<Operand> carry = builder.input("in", repr::transfer, 1)[0];
    for (Operand& digit : r) {
        const Operand sum = builder.emit(Opcode::add, digit, *carry);
        if (most <= slack(digits, balance)) {
            digit = sum;
            carry.reset();
            break;
        }
        const Balance::Parts parts = balance.parts(builder, sum, balance.most_digit() + most);
        digit = parts.digit;
        carry = parts.carry;
        most = balance.most_carry(balance.most_digit() + most);
    }
    const ExprPtr sum = var("a") + var("in");
    builder.output("r", in_places(digits, carry ? balance.most_digit() : digits.bound), r);
    if (!carry) return std::move(builder).finish({{given}, var("r"), sum, {}});
    builder.output("carry", repr::transfer, {*carry});
    return std::move(builder).finish(
        {{given},
         var("r") + end_of_digits({digits.radix, digits.bound, words}) * var("carry"),
         sum,
         {within("carry", most)}});
}

}  // namespace limbsmith::algorithm::digit
