// The lowest set bit of a number x of words: x & -x, word by word.
//
// Promises: for each bit b of x, c of -x and g, which says whether a bit below is set: b + c + g = 2·g' with the next g'. So
// b·c = g' - g, and all that counts set bits is linear in g.
#pragma once

#include <vector>

#include "derive/search/builder.hpp"

namespace limbsmith::derive {

struct LowestBit {
    struct Bit {
        Polynomial bit;
        Id least, most, square;  // bit >= 0, 1 - bit >= 0, bit² - bit = 0
    };
    struct Place {
        Bit b, c;      // of x and of -x
        Id ripple;     // b + c + g - 2·g' = 0 for g = seen[j], g' = seen[j + 1]
        Polynomial d;  // g' - g: whether this is the lowest set bit
        Id least;      // d >= 0
        Id tail;       // b + 2·tails[j + 1] - tails[j] = 0
    };
    struct Word {
        ir::Operand x, lowest;
        Polynomial n, k;       // the sums of d and of (place in the word)·d
        Id x_least, equation;  // equation of the or that makes x
        Id x_above, x_most;    // x - n >= 0, base·(g after the word) - x >= 0
        Id sum, above, most;   // lowest - (sum of 2^k·d) = 0, lowest - n >= 0, base/2·n - lowest >= 0
        Id n_least;            // n >= 0
        Id k_least, k_most;    // k >= 0, (bits of a word - 1)·n - k >= 0
        Id parts;              // tail - x - base·(tail after the word) = 0
    };
    std::vector<Bit> seen;          // one more than places: whether a bit below the place is set
    std::vector<Polynomial> tails;  // floor(x / 2^j), for j places in use
    std::vector<Place> places;
    std::vector<Word> words;
};

// The place of an instruction with these sources. Throws Gap.
size_t instruction_of(const ir::Program& program, ir::Opcode op, const ir::Operand& x, const ir::Operand& y);
// The lowest bit that a or b has. Throws Gap if the program does not form it.
LowestBit lowest_bit(Builder& builder, const ir::Program& program, unsigned word_bits);

}  // namespace limbsmith::derive
