// A batch for `run` and `check`: a task and its operands from the command line.
#pragma once

#include <string>
#include <vector>

#include "cli/operand.hpp"
#include "cli/task.hpp"
#include "files/numbers.hpp"

namespace limbsmith::cli {

struct Batch {
    Task task;
    std::vector<std::string> arguments{};      // as given, one for each input
    std::vector<runtime::Numbers> operands{};  // in the order of the task's inputs
    size_t count = 0;
};

std::vector<eval::Column> columns_of(const Batch& batch);

// The operands of a task in blocks: files, or `=VALUE` for the same number on every line.
class BatchReader {
  public:
    // Throws usage_error or InputError for a wrong number of operands, files that cannot be opened, ill-formed values.
    BatchReader(const Task& task, const FormatOptions& format, const std::vector<std::string>& arguments);

    // Gives the batch its next numbers, as many as `most` unless the files end; none at the end. Throws InputError for files
    // of different lengths, an ill-formed or too large number, or an operand that violates the precondition.
    void read(Batch& batch, size_t most);
    // See OperandReader.
    size_t count_to_end() { return operands_.count_to_end(); }
    double progress() const { return operands_.progress(); }

  private:
    OperandReader operands_;
    std::vector<size_t> limbs_;
};

}  // namespace limbsmith::cli
