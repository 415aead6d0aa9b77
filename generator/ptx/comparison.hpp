// Compares a program that was read back from text with the program that was proved.
//
// Promises: no difference is reported only if both programs give the same outputs for all inputs, and the
// text has no instruction that compilers translate wrongly (docs/ptxas.md). Each proved instruction must
// occur in order, unchanged or in one of the printed forms, with the same sources, constants and flags; other
// instructions are a difference. Uses ir.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::ptx {

struct Difference {
    // The index of the printed instruction, or their number if the text ends too early; nullopt if a word of
    // an output differs.
    std::optional<size_t> printed;
    std::string proved;  // the proved text in its place: an instruction, or `word 2 of r`
};

// The first difference, or nullopt. requires: both programs are in single assignment, with inputs and outputs
// of the same sizes; the proved program passes pass::check_words and check_flags.
std::optional<Difference> first_difference(const ir::Program& printed, const ir::Program& proved);

// By the id of each proved word, the printed word that has its value. requires: there is no difference.
std::vector<ir::Operand> counterparts(const ir::Program& printed, const ir::Program& proved);

}  // namespace limbsmith::ptx
