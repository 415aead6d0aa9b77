// Reads the path for hosts of a straight-line function as a program, and compares it with the one that was proved.
//
// Promises: no difference is found only if the statements compute the same outputs for all inputs, also where an output is
// the same object as an input. Every statement is one instruction, in the order of the proof; every token is compared.
#pragma once

#include <functional>
#include <string>

#include "ir/program.hpp"
#include "read/cursor.hpp"

namespace limbsmith::read {

// The C++ expression of a word of a parameter: a.limb[3], count.
using WordText = std::function<std::string(const std::string& parameter,
                                           const ir::Representation& representation, size_t index)>;

// Reads statements up to a token that begins none. Throws Difference.
void read_portable(Cursor& cursor, const ir::Program& proved, const WordText& word);

}  // namespace limbsmith::read
