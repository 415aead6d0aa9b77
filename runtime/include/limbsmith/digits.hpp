// Numbers in signed digits: the sum of digit i times radix^i, with digits from -bound to bound.
//
// A number has several forms, and that is what makes sums free of carry chains: for s = x + y, digit by digit, the transfer
//     c = 1 if s >= bound, -1 if s <= -bound, else 0,  and the result  s - c·radix + (the transfer from the digit below)
// depends on two digits of each operand, however long numbers are. A digit is a 32-bit word in two's complement. The rule
// keeps digits within the bound if and only if 2·bound >= radix + 1 and bound < radix.
#pragma once

#include <cstdint>

namespace limbsmith {

struct SignedDigits {
    uint32_t radix = 10, bound = 6;
    int count = 1;

    // The bounds for which sums of digits fit their words: s - bound and s + bound lie in [-2^31, 2^31).
    static constexpr uint32_t most_of_word = 0x7fffffff / 3;
    static constexpr uint32_t largest_radix = 2 * (most_of_word - 1) + 1;
    static constexpr uint32_t least_bound(uint32_t radix) { return radix / 2 + 1; }
    static constexpr uint32_t most_bound(uint32_t radix) {
        return radix - 1 < most_of_word ? radix - 1 : most_of_word;
    }
    // Whether sums of digits are digits.
    constexpr bool is_closed() const {
        return radix >= 3 && radix <= largest_radix && bound >= least_bound(radix) &&
               bound <= most_bound(radix);
    }
    friend constexpr bool operator==(const SignedDigits& x, const SignedDigits& y) {
        return x.radix == y.radix && x.bound == y.bound && x.count == y.count;
    }
};

}  // namespace limbsmith
