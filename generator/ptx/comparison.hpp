// Whether a program that was read back is the one that was proved.
//
// Promises: nothing is found only where both give the same outputs for all inputs, and where nothing is
// printed that compilers translate wrongly (docs/ptxas.md). Every instruction that was proved has to be there
// in its place, as it is or in one of the printed forms, with the same sources, constants and flags, and
// nothing beside them. Uses ir.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "ir/program.hpp"

namespace limbsmith::ptx {

struct Difference {
    // The instruction of the printed program, behind the last where none is left; nothing for a word of an
    // output.
    std::optional<size_t> printed;
    std::string proved;  // what was proved in its place: an instruction, or `word 2 of r`
};

// The first. Requires both to be in single assignment, with inputs and outputs of the same sizes, and flags
// of the proved program that are consumed where they are (pass::check_words, check_flags).
std::optional<Difference> first_difference(const ir::Program& printed, const ir::Program& proved);

}  // namespace limbsmith::ptx
