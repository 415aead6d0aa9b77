// A batch as `run` and `check` see it: an operation at a width, and its operands from the command line.
#pragma once

#include <string>
#include <vector>

#include "files/numbers.hpp"
#include "ir/program.hpp"
#include "spec/spec.hpp"

namespace limbsmith::cli {

struct Batch {
    Width width;
    Op op;
    ir::Program program;
    std::vector<std::string> arguments;      // as given, one for each input
    std::vector<runtime::Numbers> operands;  // in the order of the program's inputs
    size_t count = 0;
};

// Reads the operands: files, or `=VALUE` for the same number on every line. Throws usage_error or InputError:
// a wrong number of operands, files of different lengths, a number that is none or too wide, an operand
// outside its contract.
Batch read_batch(Width width, Op op, MulChoice mul, const std::vector<std::string>& arguments,
                 runtime::Layout layout);

// The number of words of a result and the bits that it can have.
int result_limbs(const ir::Program& program);
// Bits of an operand in a file: the width, or 32 for counts and conditions.
int operand_bits(const ir::Input& input, Width width);

}  // namespace limbsmith::cli
