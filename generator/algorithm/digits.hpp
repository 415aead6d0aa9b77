// Signed numbers in digits of 30 bits, the form in which divsteps work on f, g, d and e.
//
// A number is the sum of x_i·2^(30i) with digits from -2^29 to 2^29 - 1, and word i holds 4·x_i: the digit
// stands at the top of its word. The signed wide product of a word and a factor u is 4·u·x_i, so that the low
// word of a sum of such products is a digit again, in its place, and the high word what goes into the next
// one: no masks, and the division by 2^30 that follows a batch of divsteps is to drop a word. Each number has
// one form. `count` digits hold every number of magnitude up to 2^(30·count - 2), and some more.
#pragma once

#include <optional>

#include "algorithm/residue.hpp"

namespace limbsmith::algorithm {

// The least count of digits for numbers of magnitude up to `bound`: bound <= 2^(30·count - 2).
int digits_for(const mpz_class& bound);

// The digits of a constant. requires: `count` digits hold x.
Words constant_digits(const mpz_class& x, int count);
// The digits of a number x >= 0 from its limbs. requires: `count` digits hold x.
Words to_digits(ir::Builder& builder, const Words& x, int count);
// The digits of N, constants where its limbs are.
Words modulus_digits(ir::Builder& builder, const ModulusWords& modulus, int count);
// A number from its digits, in two's complement: all the limbs that the digits fill, and the mask of x < 0.
struct SignedLimbs {
    Words limbs;
    ir::Operand negative;
};
SignedLimbs to_limbs(ir::Builder& builder, const Words& digits);

// A sum of products, digit by digit from the lowest: each digit is complete before the next is begun.
class DigitSum {
  public:
    explicit DigitSum(ir::Builder& builder) : builder_(builder) {}

    // Adds x·y, signed words, one of them 4·digit. requires: the sum with its carry stays below 2^63 in
    // magnitude.
    void add(ir::Operand x, ir::Operand y);
    // The low word of the sum so far. requires: something was added to this digit.
    ir::Operand low() const { return low_; }
    // The finished digit; what goes beyond it is carried into the next.
    ir::Operand digit();
    // Gives up the finished digit: from here on floor(sum / 2^30).
    void drop();
    // All that was carried beyond the last digit, as a digit. requires: it is one.
    ir::Operand top();

  private:
    ir::Builder& builder_;
    std::optional<ir::Operand> carry_;  // into this digit, while nothing was added to it
    bool is_empty_ = true;              // nothing at all so far
    ir::Operand low_{}, high_{};        // 4·(the sum from this digit on)
};

}  // namespace limbsmith::algorithm
