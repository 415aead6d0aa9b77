// Signed numbers in digits of 30 bits, the form of f, g, d and e in divsteps.
//
// A number is Σ x_i·2^(30i) with digits -2^29 <= x_i < 2^29. Word i holds 4·x_i: the digit occupies the top
// bits of its word. For a factor u, the signed wide product of word and factor is 4·u·x_i; in a sum of such
// products the low word is again a digit in place, and the high word is the carry into the next digit. No
// masks are needed, and the division by 2^30 after a batch of divsteps drops a word. Each number has exactly
// one form. `count` digits hold every number of magnitude up to 2^(30·count - 2), and some larger ones.
#pragma once

#include <optional>

#include "algorithm/residue.hpp"

namespace limbsmith::algorithm {

// The least count of digits for numbers of magnitude up to `bound`: bound <= 2^(30·count - 2).
int digits_for(const mpz_class& bound);

// The digits of a constant. requires: `count` digits hold x.
Words constant_digits(const mpz_class& x, int count);
// The digits of a number x >= 0 given by its limbs. requires: `count` digits hold x.
Words to_digits(ir::Builder& builder, const Words& x, int count);
// The digits of N; constants if the limbs of N are.
Words modulus_digits(ir::Builder& builder, const ModulusWords& modulus, int count);
// A number in two's complement, in as many limbs as its digits need, and the mask of x < 0.
struct SignedLimbs {
    Words limbs;
    ir::Operand negative;
};
SignedLimbs to_limbs(ir::Builder& builder, const Words& digits);

// Sums products digit by digit, the lowest first: a digit is finished before the next one starts.
class DigitSum {
  public:
    explicit DigitSum(ir::Builder& builder) : builder_(builder) {}
    // The sum begins with a carry, which is a signed word.
    DigitSum(ir::Builder& builder, ir::Operand carry) : builder_(builder), carry_(carry), is_empty_(false) {}

    // Adds x·y for signed words x and y, one of them a word 4·digit. requires: the sum and its carry stay
    // below 2^63 in magnitude.
    void add(ir::Operand x, ir::Operand y);
    // The low word of the sum so far. requires: add() was called for this digit.
    ir::Operand low() const { return low_; }
    // Finishes the digit and returns it; the excess carries into the next digit.
    ir::Operand digit();
    // Drops the finished digit: the sum becomes floor(sum / 2^30).
    void drop();
    // The carry out of the last digit, as a signed word; or as a digit. requires: it fits a digit.
    ir::Operand carry() const { return *carry_; }
    ir::Operand top();

  private:
    ir::Builder& builder_;
    std::optional<ir::Operand> carry_;  // into this digit, until something is added to it
    bool is_empty_ = true;              // nothing added yet
    ir::Operand low_{}, high_{};        // 4·(the sum from this digit on)
};

}  // namespace limbsmith::algorithm
