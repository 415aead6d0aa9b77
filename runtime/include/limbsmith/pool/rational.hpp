// Rationals of a pool: two of its numbers, the denominator above 0.
//
//     const pool::Rational x = pool::rational(p, "1/3"), y = pool::rational(p, 0.1);
//     text(p, add(p, x, y))
//
// pool/operators.hpp has operators: x + y.
//
// Promises: every function records computations on integers and returns at once; all that pool.hpp promises holds, and
// failures are those of the parts: a fraction with the denominator 0 is a division by zero. A result owns its two
// numbers, and shares them with no operand; free() frees both.
//
// Results are in lowest terms, by a gcd each; or lazily: without a gcd for as long as neither part can have more bits
// than the caller allows. Nothing is computed when a rational is recorded, so this is decided by upper bounds of the
// lengths, which handles have: a product has at most the bits of both factors, a sum one more than the longer term, a
// number of which nothing is known most_bits. The value is the same, and so are value() and text(). A gcd costs far
// more than the products that it saves while numbers are short; without it numbers grow as if nothing had a common
// divisor, and a number that is longer than most_bits before it is reduced is too long.
#pragma once

#include <gmpxx.h>

#include <string>
#include <string_view>

#include "limbsmith/pool/pool.hpp"
#include "limbsmith/span.hpp"

#pragma GCC visibility push(default)

namespace limbsmith::pool {

struct Rational {
    Number numerator, denominator;
    uint32_t numerator_bits = most_bits, denominator_bits = most_bits;  // neither is longer
    bool is_reduced = true;                                             // in lowest terms
    uint32_t lazy_bits = 0;                                             // as Rationals, for operators
};

// Where rationals are computed, and when they are reduced.
class Rationals {
  public:
    static constexpr uint32_t most_lazy_bits = most_bits / 2 - 1;  // products of two are not too long

    // At once.
    Rationals(Pool& pool) : pool_(&pool) {}
    // When a part may have more than `lazy_bits` bits.
    // Errors: runtime::InputError if that is more than most_lazy_bits.
    Rationals(Pool& pool, uint32_t lazy_bits);

    Pool& pool() const { return *pool_; }
    uint32_t lazy_bits() const { return lazy_bits_; }
    bool is_lazy(uint64_t numerator_bits, uint64_t denominator_bits) const {
        return numerator_bits <= lazy_bits_ && denominator_bits <= lazy_bits_;
    }

  private:
    Pool* pool_;
    uint32_t lazy_bits_ = 0;
};

// n/d; n and d have at most so many bits.
Rational fraction(Rationals in, Number n, Number d, uint32_t n_bits = most_bits, uint32_t d_bits = most_bits);
// n/1, of which n becomes a part.
Rational whole(Rationals in, Number n, uint32_t bits = most_bits);
// "3/7", "-12", "1.25", "-1.25e3", "0x10/3", "0x1.8p-3" (3/16); exactly the value of the text. Integers are those of
// Pool::number, and underscores may stand between digits.
// Errors: runtime::InputError for other text.
Rational rational(Rationals in, std::string_view text);
// The exact value.
// Errors: runtime::InputError if it is not finite.
Rational rational(Rationals in, double value);

Rational add(Rationals in, const Rational& x, const Rational& y);
Rational sub(Rationals in, const Rational& x, const Rational& y);
Rational mul(Rationals in, const Rational& x, const Rational& y);
Rational div(Rationals in, const Rational& x, const Rational& y);
Rational neg(Rationals in, const Rational& x);
Rational abs(Rationals in, const Rational& x);
// x^exponent, in lowest terms; the exponent may be negative.
Rational pow(Rationals in, const Rational& x, Number exponent);
Rational min(Rationals in, const Rational& x, const Rational& y);
Rational max(Rationals in, const Rational& x, const Rational& y);
// The sum and the product of many rationals, as balanced trees; 0 and 1 of none.
Rational sum(Rationals in, span<const Rational> rationals);
Rational product(Rationals in, span<const Rational> rationals);
// x in lowest terms; both of its parts have the failure of x.
Rational reduced(Rationals in, const Rational& x);

// q = floor(x/y), r = x - y·q
struct Division {
    Number quotient;
    Rational remainder;
};
Division div_mod(Rationals in, const Rational& x, const Rational& y);
Number div_floor(Rationals in, const Rational& x, const Rational& y);
Rational mod(Rationals in, const Rational& x, const Rational& y);
Number floor(Rationals in, const Rational& x);
Number ceil(Rationals in, const Rational& x);
// The nearest integer; of two that are as near, the even one, as Python's round.
Number round(Rationals in, const Rational& x);
// -1, 0, 1
Number compare(Rationals in, const Rational& x, const Rational& y);
// x itself, with the failure not_integer for others than integers.
Number integer(Rationals in, const Rational& x);

// These execute recorded computations if that is needed; after submit() several threads may call them at the same time.
Failure failure(Pool& pool, const Rational& x);
// In lowest terms. Errors: runtime::InputError for a failure.
mpq_class value(Pool& pool, const Rational& x);
// "n/d", or "n" for integers, of the value.
std::string text(Pool& pool, const Rational& x, bool is_hex = false);
void free(Pool& pool, const Rational& x);

}  // namespace limbsmith::pool

#pragma GCC visibility pop
