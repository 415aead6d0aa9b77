// Quotients by the radix with balanced rests: sums of columns become digits and carries.
#pragma once

#include "ir/builder.hpp"

namespace limbsmith::algorithm::digit {

// A sum is digit + radix·carry, with a digit from -floor(radix/2) to ceil(radix/2) - 1.
struct Balance {
    int64_t radix;

    // The largest digit and carry, in magnitude, of sums of magnitude up to `most`.
    int64_t most_digit() const { return radix / 2; }
    int64_t most_carry(int64_t most) const;
    // Whether such sums can be divided in a word of 32 bits.
    bool fits(int64_t most) const { return most + offset(most) < int64_t{1} << 31; }

    struct Parts {
        ir::Operand digit, carry;
    };
    // requires: |sum| <= most, fits(most).
    Parts parts(ir::Builder& builder, ir::Operand sum, int64_t most) const;

  private:
    // A multiple of the radix is added, so that the sum is not negative, and floor(radix/2), so that the rest is balanced.
    int64_t multiple(int64_t most) const { return (most + radix - 1) / radix; }
    int64_t offset(int64_t most) const { return multiple(most) * radix + most_digit(); }
};

}  // namespace limbsmith::algorithm::digit
