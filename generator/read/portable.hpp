// Reads the path for hosts of a straight-line function as a program, and compares it with the one that was proved.
//
// Promises: no difference is found only if the statements compute the same outputs for all inputs, also where an output is
// the same object as an input. Every statement is one instruction, in the order of the proof; every token is compared.
#pragma once

#include <string>

#include "ir/program.hpp"
#include "ptx/surface.hpp"
#include "read/cursor.hpp"

namespace limbsmith::read {

// How the text around the statements spells words.
struct Spelling {
    ptx::Spelling word;            // of parameters: a.limb[3], count, (a_loc)[3]
    std::string prefix{};          // of local names
    bool is_by_reference = false;  // all outputs are the caller's, the first one, too
};

// Reads statements up to a token that begins none. Throws Difference.
void read_portable(Cursor& cursor, const ir::Program& proved, const Spelling& spelling);

}  // namespace limbsmith::read
