// Arithmetic modulo odd numbers of any length: P. Montgomery, Modular multiplication without trial division, 1985;
// without the last subtraction as in C. Walter, Montgomery exponentiation needs no final subtractions, 1999. The
// transforms of the modulus and of its inverse are kept.
#pragma once

#include "limbsmith/grid/arithmetic.hpp"
#include "limbsmith/span.hpp"

#pragma GCC visibility push(default)

namespace limbsmith::grid {

// An odd modulus N for all numbers. Elements are x·R mod N, R = B^words with 4N < R, as numbers of `words` words below
// 2N.
class Modulus {
  public:
    // n: one number. Waits for its length. Errors: runtime::InputError if it is even or below 3, or too long for
    // products.
    Modulus(Arithmetic& arithmetic, const View& n);

    uint32_t words() const { return words_; }
    Numbers make(uint32_t count) const { return arithmetic_.make(words_, count); }

    // r = a·b/R modulo N, below 2N; r may be a or b. requires: a·b < 4N^2.
    void multiply(const View& r, const View& a, const View& b, uint32_t count) const;
    // Elements of numbers a < R/2, and the numbers below N of elements; r may be a.
    void enter(const View& r, const View& a, uint32_t count) const { multiply(r, a, of_one(square_), count); }
    void leave(const View& r, const View& a, uint32_t count) const;
    // r = a^exponent, elements. The exponent is one number for all, on the host, the least significant word first; its
    // bits decide which products are computed.
    void power(const View& r, const View& a, span<const uint32_t> exponent, uint32_t count) const;

  private:
    static View of_one(const Numbers& numbers) { return {numbers.memory.get(), 0, numbers.length}; }

    Arithmetic& arithmetic_;
    uint32_t words_ = 0;
    Numbers n_, square_;  // N; R^2 mod N
    Transformed inverse_, modulus_;
};

}  // namespace limbsmith::grid

#pragma GCC visibility pop
