// Integers as text, by GMP, in less than quadratic time.
#pragma once

#include <gmpxx.h>

#include <optional>
#include <string>
#include <string_view>

namespace limbsmith::pool {

// The base that a number without a sign names, 16 for `0x`, 8 for `0o`, 2 for `0b`, else 10.
int base_of(std::string_view text);

// Whether a text has digits of a base, and no others; an underscore may stand between two: `1_000`.
bool are_digits(std::string_view text, int base);

// Whether a text is an integer: `123`, `-1_000`, `+0x7f`, `0o17`, `0b_101`, with as many digits as you like.
bool is_integer(std::string_view text);

// The integer; nullopt if it is longer than most_bits. requires: is_integer(text).
std::optional<mpz_class> parse_integer(std::string_view text);

// Digits with a point or an exponent, or both, in base 10 or 16: `-1.25e3`, `0x1.8p-3`. The value is that of all digits
// times 10^exponent, or 2^exponent in base 16.
struct Floating {
    bool is_negative = false;
    int base = 10;
    std::string_view before{}, after{};  // the point
    mpz_class exponent;
};

// nullopt for other text. An exponent beyond 10^18 is 10^18: then no power is short enough for a pool.
std::optional<Floating> parse_floating(std::string_view text);

// Decimal; or in hexadecimal, `-0x7f`.
std::string to_text(const mpz_class& value, bool is_hex = false);

}  // namespace limbsmith::pool
