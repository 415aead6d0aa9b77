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
Batch read_batch(Task task, const FormatOptions& format, const std::vector<std::string>& arguments);

}  // namespace limbsmith::cli
