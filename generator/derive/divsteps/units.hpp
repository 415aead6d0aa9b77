// Whether a number in signed digits is 1 or -1.
//
// A program takes the lowest digit x, clears the bit of weight 2 of x + 1, which is 0 or 2 for x = ±1, and tests whether the
// rest and all other digits are 0. Then x is the number; else the mask makes it 0.
#pragma once

#include <optional>

#include "derive/divsteps/digit_rows.hpp"

namespace limbsmith::derive {

// The test of a program on the number F.
struct UnitTest {
    size_t mask, end;  // instructions: the mask, and the lowest digit after it
    ir::Operand value;
};
std::optional<UnitTest> unit_test(const ir::Program& program);

struct SignOrZero {
    Polynomial z;  // 1 if F = ±1, else 0
    Id least, most;
    Variable value;  // z·F
    Id is_value;     // value - z·F = 0
    Variable unit;   // e = [|F| = 1] of the contract
    Id is_unit;      // e - z = 0
};
// requires: the instructions of the test are analysed. Limits the value, and makes it that of its word.
SignOrZero show_unit(Search& search, DigitRows& rows, const ir::Input& number, const UnitTest& test);

}  // namespace limbsmith::derive
