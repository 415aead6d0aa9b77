// A batch for `run` and `check`: a task and its operands from the command line.
#pragma once

#include <string>
#include <vector>

#include "cli/task.hpp"
#include "files/numbers.hpp"

namespace limbsmith::cli {

struct Batch {
    Task task;
    std::vector<std::string> arguments;      // as given, one for each input
    std::vector<runtime::Numbers> operands;  // in the order of the task's inputs
    size_t count = 0;
};

// Reads the operands: files, or `=VALUE` for the same number on every line. Throws usage_error or InputError
// for a wrong number of operands, files of different lengths, an ill-formed or too large number, or an
// operand that violates the precondition.
Batch read_batch(Task task, const std::vector<std::string>& arguments, runtime::Layout layout);

// The number of words of a result in a file. With several lanes, a residue there has no limbs beyond its width.
int result_limbs(const Task& task);
// The numbers with as many limbs: further ones are 0. requires: so are those that are lost.
runtime::Numbers resized(runtime::Numbers numbers, size_t limbs);
// How results stand in a file.
runtime::Form result_form(const Task& task);

}  // namespace limbsmith::cli
