// The notes of a program, which stand between the printed instructions of a long one and give the values of words (ir/note.hpp).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::read {

struct ExpectedNote {
    size_t place;  // of the instruction behind it
    std::string text;
};

// Those that the text of a program has, in its order. A text with few instructions has none. `name` is how the text spells a word that is not one of an input, or a
// constant; a note that speaks of a word without a name is not printed.
std::vector<ExpectedNote> notes_of(const ir::Program& program, size_t instructions,
                                   const std::function<std::string(ir::Operand)>& name);

}  // namespace limbsmith::read
