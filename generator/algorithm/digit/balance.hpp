// Quotients by the radix with balanced rests: sums of columns become digits and carries.
#pragma once

#include "ir/builder.hpp"

namespace limbsmith::algorithm::digit {

class Balance {
  public:
    Balance(ir::Builder& builder, uint32_t radix) : builder_(builder), radix_(radix) {}

    // sum = digit + radix·carry, with a digit from -floor(radix/2) to ceil(radix/2) - 1.
    struct Parts {
        ir::Operand digit, carry;
    };
    // requires: |sum| <= most, fits(most).
    Parts parts(ir::Operand sum, int64_t most);

    // The largest digit and carry, in magnitude.
    int64_t most_digit() const { return radix_ / 2; }
    int64_t most_carry(int64_t most) const;
    // Whether a sum can be divided in a word of 32 bits.
    bool fits(int64_t most) const { return most + offset(most) < int64_t{1} << 31; }

  private:
    // A multiple of the radix is added, so that the sum is not negative, and floor(radix/2), so that the rest is balanced.
    int64_t multiple(int64_t most) const { return (most + radix_ - 1) / radix_; }
    int64_t offset(int64_t most) const { return multiple(most) * radix_ + most_digit(); }
    ir::Operand quotient(ir::Operand x);

    ir::Builder& builder_;
    int64_t radix_;
};

}  // namespace limbsmith::algorithm::digit
