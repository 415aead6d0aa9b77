// Masks that say whether a word is 0, or an or of words.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// The instruction x - constant whose borrow makes the mask, and x; nullopt if it is made otherwise.
struct Test {
    size_t instruction;
    ir::Operand x;
};
std::optional<Test> test_of(const Search& search, const ir::Operand& mask, uint32_t constant);

// For the mask (base - 1)·z of a test x - 1: z·x = 0, x - 1 + z >= 0. requires: all instructions before
// `before` are analysed.
struct ZeroTest {
    ir::Operand x;
    Polynomial z;
    Id least, most;  // of z
    Id nowhere, somewhere;
};
std::optional<ZeroTest> zero_test(Search& search, const ir::Operand& mask, size_t before);

// For x, the or of words: x - word >= 0 for each in `words`, in this order, and (their sum) - x >= 0. nullopt if x is the
// or of other words. A word is the or of itself.
struct Or {
    std::vector<Id> above;
    Id sum;
};
std::optional<Or> or_of(Search& search, const ir::Operand& x, const std::vector<ir::Operand>& words);

}  // namespace limbsmith::derive
