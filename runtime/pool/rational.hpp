// Rationals of a pool: two of its numbers, in lowest terms, the denominator above 0.
//
// Promises: every function records computations on integers and returns at once; all that pool.hpp promises holds, and
// failures are those of the parts: a fraction with the denominator 0 is a division by zero. A result owns its two
// numbers, and shares them with no operand; free() frees both.
#pragma once

#include <string>
#include <string_view>

#include "pool/pool.hpp"

namespace limbsmith::pool {

struct Rational {
    Number numerator, denominator;
};

// n/d
Rational fraction(Pool& pool, Number n, Number d);
// n/1, of which n becomes a part.
Rational whole(Pool& pool, Number n);
// `3/7`, `-12`, `1.25`, `-1.25e3`, `0x10/3`; exactly what the text says.
// Errors: runtime::InputError for other text.
Rational rational(Pool& pool, std::string_view text);
// The exact value.
// Errors: runtime::InputError if it is not finite.
Rational rational(Pool& pool, double value);

Rational add(Pool& pool, const Rational& x, const Rational& y);
Rational sub(Pool& pool, const Rational& x, const Rational& y);
Rational mul(Pool& pool, const Rational& x, const Rational& y);
Rational div(Pool& pool, const Rational& x, const Rational& y);
Rational neg(Pool& pool, const Rational& x);
Rational abs(Pool& pool, const Rational& x);
// x^exponent; the exponent may be negative.
Rational pow(Pool& pool, const Rational& x, Number exponent);
Rational min(Pool& pool, const Rational& x, const Rational& y);
Rational max(Pool& pool, const Rational& x, const Rational& y);
// floor(x/y)
Number div_floor(Pool& pool, const Rational& x, const Rational& y);
// x - y·floor(x/y)
Rational mod(Pool& pool, const Rational& x, const Rational& y);
// -1, 0, 1
Number compare(Pool& pool, const Rational& x, const Rational& y);
// x itself, with the failure not_integer for others than integers.
Number integer(Pool& pool, const Rational& x);

Failure failure(Pool& pool, const Rational& x);
// `n/d`, or `n` for integers.
std::string text(Pool& pool, const Rational& x, bool is_hex = false);
void free(Pool& pool, const Rational& x);

}  // namespace limbsmith::pool
