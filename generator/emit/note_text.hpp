// The notes of a program (ir/note.hpp) as comments between its printed instructions.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::emit {

// How the text spells a word; empty if it has no name there.
using WordName = std::function<std::string(ir::Operand)>;

// Element i: the comments in front of body[i], or behind the last instruction. {t0..t3, t7} is the number with
// these words, least significant first; a[2..4] has these words of input a. None in short programs. A note
// that speaks of a word without a name is left out.
std::vector<std::vector<std::string>> note_lines(const ir::Program& program, const WordName& name);

}  // namespace limbsmith::emit
