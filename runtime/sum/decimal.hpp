// Numbers that are written in decimal, and their sums and products: exact, since binary fixed point cannot hold 0.1.
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <map>
#include <string_view>

namespace limbsmith::sum {

// In absolute value, as texts have them; a number of bounded length takes bounded memory.
constexpr long most_decimal_exponent = 1'000'000, most_binary_exponent = 20'000;

// mantissa·10^exponent; or with mantissa 0 a zero, an infinity or a NaN, which is `nearest`.
struct Decimal {
    mpz_class mantissa{};
    long exponent = 0;
    double nearest = 0;  // the nearest double
};

// A text as a decimal number: 12, -0.5, 1e-7, 0x1.8p3, inf, nan. Otherwise `wrong` says why not, with the place of the first
// character that does not belong.
struct ParsedDecimal {
    Decimal number{};
    const char* wrong = nullptr;  // `is no number`
    std::size_t place = 0;
};
ParsedDecimal parse_decimal(std::string_view text);

// The same number. requires: x is finite.
Decimal decimal_of(double x);
// The nearest float; that of an infinity, a NaN or a zero is itself.
float nearest_float(const Decimal& x);

// A sum of decimals, none of them an infinity or a NaN. Its memory is bounded: one integer for 32 consecutive exponents.
class DecimalSum {
  public:
    void add(const Decimal& x) { add(x.mantissa, x.exponent); }
    void add_product(const Decimal& x, const Decimal& y) {
        add(x.mantissa * y.mantissa, x.exponent + y.exponent);
    }
    mpq_class value() const;

  private:
    void add(const mpz_class& mantissa, long exponent);

    std::map<long, mpz_class> blocks_;  // Σ block·10^(32·index)
};

}  // namespace limbsmith::sum
