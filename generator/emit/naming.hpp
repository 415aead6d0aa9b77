// The names of words in emitted text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::emit {

// The assignment of an output word that no instruction writes directly: it is a constant, an input, or a word
// that another output has too.
struct Move {
    int output;  // index among all output words
    ir::Operand from;
};

struct Naming {
    std::vector<std::optional<int>> temporary;  // word id -> number of its temporary
    std::vector<std::optional<int>> output;     // word id -> index among all output words
    std::vector<std::optional<int>> input;      // word id -> index among the input words that are read
    std::vector<bool> is_read;                  // word id -> read by an instruction, an output or a move
    std::vector<Move> moves;
    int temporaries = 0;
};

// With `direct_outputs`, instructions write output words directly. Otherwise they write temporaries, which
// are moved at the end.
Naming name_words(const ir::Program& program, bool direct_outputs);

}  // namespace limbsmith::emit
