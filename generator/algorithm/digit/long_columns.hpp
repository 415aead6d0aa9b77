// Columns of a product whose sums need more than 32 bits: a sum has two words, and is divided by the radix. Sums have offsets,
// multiples of the radix and about half of it, so that they are not negative and rests become digits; a carry is a quotient less the
// multiples.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "algorithm/limb.hpp"
#include "ir/builder.hpp"
#include "limbsmith/digits.hpp"

namespace limbsmith::algorithm::digit {

// A sum up to `limit` is radix·quotient + rest, with a rest from 0 to largest_rest. For a power of two the quotient is a shift.
// Else it comes from the upper words of sum·reciprocal, without the product of both lowest words; so it may be one less than
// the quotient rounded down. Digits have room for the two larger rests: 2·bound >= radix + 1.
struct LongDivision {
    uint32_t radix;

    bool is_shift() const;
    uint32_t shift() const;
    uint64_t reciprocal() const;  // floor(2^(64 + shift) / radix) + 1
    uint64_t limit() const;
    uint64_t largest_rest() const { return radix - 1 + (is_shift() ? 0 : 2); }
    // Rests less this are digits.
    uint64_t middle() const { return radix / 2 + (is_shift() ? 0 : 1); }
};

class LongColumns {
  public:
    LongColumns(ir::Builder& builder, const SignedDigits& digits)
        : builder_(builder), digits_(digits), division_{digits.radix} {}

    using Factors = std::pair<ir::Operand, ir::Operand>;
    // The digit of the next column: the sum of products of digits, of up to two digits, and of the carry from the
    // column before. A sum that two words do not hold is divided more than once.
    ir::Operand next(std::span<const Factors> products, std::span<const ir::Operand> addends);
    // The carry out of the last column. requires: it fits a word.
    ir::Operand carry();

  private:
    struct Pair {
        ir::Operand low, high;
    };
    struct Part {
        ir::Operand rest;
        Pair quotient;
    };
    static Pair constant(uint64_t value);
    Pair sum(const Pair& x, const Pair& y);
    Pair start(std::span<const ir::Operand> addends, uint64_t offset);
    Pair times_reciprocal(const Pair& x);  // the upper two words
    Part divide(const Pair& sum);

    ir::Builder& builder_;
    const SignedDigits digits_;
    const LongDivision division_;
    // the carry is the sum of the quotients less `multiple`, and at most most_carry_ in magnitude
    std::vector<Pair> quotients_;
    uint64_t multiple_ = 0, most_carry_ = 0;
};

}  // namespace limbsmith::algorithm::digit
