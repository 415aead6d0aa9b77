// A modulus, an exponent or an operand as people write it: 2^255-19, 0xffff..., (2^61-1)*3, @secp256k1.p.
//
// Promises: the exact value, or an error that shows the place; time and memory stay small for any text.
// Leaves to others: whether the value can be a modulus (spec/modulus), the names (spec/named_moduli).
//
//   sum     := product (('+' | '-') product)*
//   product := signed (('*' | '/') signed)*        '/' must divide exactly
//   signed  := '-' signed | power
//   power   := atom ('^' signed)?                  so -2^2 is -(2^2) and 2^3^2 is 2^(3^2)
//   atom    := decimal | 0x hexadecimal | @name | '(' sum ')'
#pragma once

#include <gmpxx.h>

#include <string_view>

namespace limbsmith {

inline constexpr int max_exponent = 4096;
inline constexpr int max_expression_bits = 8192;  // of every number on the way, without the sign
inline constexpr int max_expression_depth = 256;  // of parentheses, signs and exponents within each other

// The value of `text`; `what` it is begins a message. Throws Error with three lines, the message, the text or
// its part around the byte at fault, and a caret below that byte: unsupported where a limit above is passed,
// else usage.
mpz_class parse_modulus_expression(std::string_view text, std::string_view what = "modulus");

}  // namespace limbsmith
