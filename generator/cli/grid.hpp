// Operations on numbers of any length for `run`: by kernels of a GPU, or by GMP on the host.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/device.hpp"
#include "cli/line_chunks.hpp"
#include "cli/operand.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"
#include "cli/results.hpp"
#include "session/chunks.hpp"
#include "session/grid_computation.hpp"

namespace limbsmith::cli {

struct GridTask {
    session::GridFunction function;
    int bits;
    Results results;
};

// The task if its mapping is the grid: it was asked for, or `auto` has no other that has the operation for as long
// numbers. Throws usage_error, unsupported.
std::optional<GridTask> parse_grid_task(const SpecOptions& options, const FormatOptions& format,
                                        const std::string& operation);

// Reads the operands in chunks and computes them.
class GridRun {
  public:
    // Throws as OperandReader, and NoDevice.
    GridRun(const GridTask& task, const FormatOptions& format, const std::vector<std::string>& arguments,
            Means means);

    // To be called first, unless there is no GPU. Throws WrongResult if device and GMP differ.
    void compile();
    // Gives the results of all lines to `drain`, in order; without lines there is one chunk. Throws as OperandReader.
    void run(Progress& progress, const session::Drain& drain,
             session::Stages stages = session::Stages::at_once);
    // See OperandReader.
    size_t count_to_end() { return operands_.count_to_end(); }

  private:
    session::GridFunction function_;
    OperandReader operands_;
    session::GridComputation computation_;
    uint32_t words_;  // of each operand
    session::NumberWords all_words_;
    std::vector<runtime::Numbers> block_{};
};

}  // namespace limbsmith::cli
