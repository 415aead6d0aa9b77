// Parses a modulus, an exponent or an operand: 2^255-19, 0xffff..., (2^61-1)*3, @secp256k1.p.
//
// Promises: the exact value, or an error that shows the place; time and memory stay small for any text.
// spec/modulus decides whether the value can be a modulus; spec/named_moduli has the names.
//
//   sum     := product (('+' | '-') product)*
//   product := signed (('*' | '/') signed)*        '/' must divide exactly
//   signed  := '-' signed | power
//   power   := atom (('^' | '**') signed)?         so -2^2 is -(2^2) and 2^3^2 is 2^(3^2)
//   atom    := decimal | 0x hexadecimal | @name | '(' sum ')'
#pragma once

#include <gmpxx.h>

#include <string_view>

namespace limbsmith {

inline constexpr int max_modulus_bits = 32768;
inline constexpr int max_expression_depth = 256;  // of nested parentheses, signs and exponents

// The value of `text`; `what` names it in messages. An exponent is at most most_bits, and every intermediate value,
// without its sign, has at most twice as many bits. Throws Error with three lines: the message, the text or its part
// around the offending byte, and a caret below that byte. The error is unsupported if a limit above is exceeded, else
// usage.
mpz_class parse_modulus_expression(std::string_view text, std::string_view what = "modulus",
                                   int most_bits = max_modulus_bits);

}  // namespace limbsmith
