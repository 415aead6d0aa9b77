// Which name every word has in emitted text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::emit {

// An output word that no instruction produces for it alone: a constant, an input, or a word that two outputs
// share.
struct Move {
    int output;  // position among all output words
    ir::Operand from;
};

struct Naming {
    std::vector<std::optional<int>> temporary;  // word id -> number of its temporary
    std::vector<std::optional<int>> output;     // word id -> position among all output words
    std::vector<std::optional<int>> input;      // word id -> position among the input words that are read
    std::vector<bool> is_read;                  // word id -> by an instruction, an output or a move
    std::vector<Move> moves;
    int temporaries = 0;
};

// `direct_outputs`: instructions write output words themselves instead of a temporary that is moved at the
// end.
Naming name_words(const ir::Program& program, bool direct_outputs);

}  // namespace limbsmith::emit
