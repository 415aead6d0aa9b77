#include "algorithm/digit/product.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <span>

#include "algorithm/digit/balance.hpp"
#include "algorithm/digit/long_columns.hpp"
#include "algorithm/digit/signed_digits.hpp"
#include "algorithm/limb.hpp"

namespace limbsmith::algorithm::digit {
namespace {

using ir::Builder, ir::ExprPtr, ir::Opcode, ir::Operand, ir::var;

int64_t square_of(const SignedDigits& digits) { return int64_t{digits.bound} * digits.bound; }

// Columns whose sums fit words: the interface of LongColumns.
class ShortColumns {
  public:
    ShortColumns(Builder& builder, const SignedDigits& digits)
        : builder_(builder), digits_(digits), balance_{digits.radix} {}

    // Whether those of a product fit, with so many digits added to each of its lower half.
    static bool fit(const SignedDigits& digits, size_t addends) {
        if (digits.bound >= 1u << 15) return false;
        const Balance balance{digits.radix};
        int64_t most = 0;
        for (int c = 0; c < 2 * digits.count - 1; ++c) {
            const auto products = static_cast<size_t>(std::min(c + 1, 2 * digits.count - 1 - c));
            most = of_column(digits, products, c < digits.count ? addends : 0) + balance.most_carry(most);
            if (!balance.fits(most)) return false;
        }
        return true;
    }

    Operand next(std::span<const LongColumns::Factors> products, std::span<const Operand> addends) {
        Operand sum = carry_;
        for (const Operand digit : addends)
            sum = sum.is_zero() ? digit : builder_.emit(Opcode::add, sum, digit);
        for (const auto& [x, y] : products)
            sum = sum.is_zero() ? builder_.emit(Opcode::mul_lo, x, y)
                                : builder_.emit(Opcode::mad_lo, x, y, sum);
        most_ = of_column(digits_, products.size(), addends.size()) + balance_.most_carry(most_);
        const Balance::Parts parts = balance_.parts(builder_, sum, most_);
        carry_ = parts.carry;
        return parts.digit;
    }
    Operand carry() const { return carry_; }

  private:
    // The largest magnitude, without carry.
    static int64_t of_column(const SignedDigits& digits, size_t products, size_t addends) {
        return static_cast<int64_t>(products) * square_of(digits) +
               static_cast<int64_t>(addends) * digits.bound;
    }

    Builder& builder_;
    const SignedDigits digits_;
    const Balance balance_;
    Operand carry_{0u};
    int64_t most_ = 0;  // of the last column
};

template <class Columns>
Words digits_of(Columns columns, const Words& a, const Words& b, const std::vector<Words>& addends) {
    Words r;
    for (size_t c = 0; c + 1 < a.size() + b.size(); ++c) {
        std::vector<LongColumns::Factors> products;
        for (size_t p = c < b.size() ? 0 : c + 1 - b.size(); p < a.size() && p <= c; ++p)
            products.emplace_back(a[p], b[c - p]);
        Words added;
        for (const Words& addend : addends)
            if (c < addend.size()) added.push_back(addend[c]);
        r.push_back(columns.next(products, added));
    }
    r.push_back(columns.carry());
    return r;
}

// The digits of a·b + (the addends), twice as many.
Words product(Builder& builder, const SignedDigits& digits, const Words& a, const Words& b,
              const std::vector<Words>& addends) {
    return ShortColumns::fit(digits, addends.size()) ? digits_of(ShortColumns(builder, digits), a, b, addends)
                                                     : digits_of(LongColumns(builder, digits), a, b, addends);
}

// The top digit is what the digits below leave of a·b + (so many numbers): at most (D/(q - 1))²·q + 1/2, and D/(q - 1) more
// for each of the numbers.
bool has_top_digit(const SignedDigits& digits, int addends = 0) {
    const __int128 q = digits.radix, D = digits.bound;
    return 2 * D * D * q + 2 * addends * D * (q - 1) + (q - 1) * (q - 1) <= 2 * D * (q - 1) * (q - 1);
}

std::string why_none(SignedDigits digits, const std::function<bool(const SignedDigits&)>& works) {
    if (works(digits)) return {};
    const uint32_t bound = digits.bound;
    while (digits.bound > SignedDigits::least_bound(digits.radix) && !works(digits)) --digits.bound;
    if (works(digits))
        return fmt::format(
            "is not supported with --digit-bound {}: a product may leave twice as many digits; the nearest "
            "is --digit-bound {}",
            bound, digits.bound);
    constexpr uint32_t least_radix = 7;
    return fmt::format(
        "is not supported with --radix {}: a product may leave twice as many digits; the nearest is "
        "--radix {} --digit-bound {}",
        digits.radix, least_radix, SignedDigits::least_bound(least_radix));
}

}  // namespace

std::string why_no_product(const SignedDigits& digits) {
    return why_none(digits, [](const SignedDigits& it) { return has_top_digit(it); });
}

ir::Program mul(const SignedDigits& digits) {
    Builder builder("mul");
    const Words a = builder.input("a", repr::num_in(digits), digits.count),
                b = builder.input("b", repr::num_in(digits), digits.count);
    builder.output("r", repr::wide_in(digits), product(builder, digits, a, b, {}));
    return std::move(builder).finish({{}, var("r"), var("a") * var("b"), {}});
}

ir::Program lane_mul(const SignedDigits& digits) {
    Builder builder("lane_mul");
    const auto input = [&](const char* name) {
        return builder.input(name, repr::num_in(digits), digits.count);
    };
    const Words a = input("a"), b = input("b");
    const std::vector<Words> addends{input("above"), input("in")};
    const Words r = product(builder, digits, a, b, addends);
    const auto middle = r.begin() + digits.count;
    builder.output("r", repr::num_in(digits), {r.begin(), middle});
    builder.output("high", repr::num_in(digits), {middle, r.end()});
    return std::move(builder).finish({{},
                                      var("r") + end_of_digits(digits) * var("high"),
                                      var("a") * var("b") + var("above") + var("in"),
                                      {}});
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

bool has_short_columns(const SignedDigits& digits) {
    if (digits.bound >= 1u << 15) return false;
    const int64_t most = most_column(digits);
    // carries are at most twice this over the radix
    return Balance{digits.radix}.fits(most + 2 * (most / digits.radix + 1));
}

std::string why_no_product_over_lanes(const SignedDigits& digits) {
    return why_none(digits, [](const SignedDigits& it) {
        return has_top_digit(it) && (has_short_columns(it) || has_top_digit(it, 2));
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
