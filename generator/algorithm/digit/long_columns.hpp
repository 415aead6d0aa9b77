// Columns of a product whose sums need more than 32 bits: a sum has two words, and is divided by the radix with a balanced
// rest. Sums have offsets, multiples of the radix and half of it, so that they are not negative; a carry is a quotient less
// the multiples.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "algorithm/limb.hpp"
#include "ir/builder.hpp"
#include "limbsmith/digits.hpp"

namespace limbsmith::algorithm::digit {

// The quotient of a sum below 2^64 is floor(sum·reciprocal / 2^(64 + shift)), for sums up to `limit`. For a power of two it
// is a shift, and there is no reciprocal.
struct LongDivision {
    uint32_t radix;

    bool is_shift() const;
    uint32_t shift() const;
    uint64_t reciprocal() const;  // floor(2^(64 + shift) / radix) + 1
    uint64_t limit() const;
};

class LongColumns {
  public:
    LongColumns(ir::Builder& builder, const SignedDigits& digits)
        : builder_(builder), digits_(digits), division_{digits.radix} {}

    using Factors = std::pair<ir::Operand, ir::Operand>;
    // The balanced digit of the next column: the sum of products of digits, of up to two digits, and of the carry from the
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
    Pair product(const Pair& x, uint64_t constant);  // its upper two words
    Part divide(const Pair& sum);

    ir::Builder& builder_;
    const SignedDigits digits_;
    const LongDivision division_;
    // the carry is the sum of the quotients less `multiple`, and at most most_carry_ in magnitude
    std::vector<Pair> quotients_;
    uint64_t multiple_ = 0, most_carry_ = 0;
};

}  // namespace limbsmith::algorithm::digit
