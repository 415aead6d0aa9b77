// Integers as text, by GMP, in less than quadratic time.
#pragma once

#include <gmpxx.h>

#include <optional>
#include <string>
#include <string_view>

namespace limbsmith::pool {

// Whether a text is an integer: `123`, `-123`, `+0x7f`, with as many digits as you like.
bool is_integer(std::string_view text);

// The integer; nullopt if it is longer than most_bits. requires: is_integer(text).
std::optional<mpz_class> parse_integer(std::string_view text);

// Decimal; or in hexadecimal, `-0x7f`.
std::string to_text(const mpz_class& value, bool is_hex = false);

}  // namespace limbsmith::pool
