// The task of a batch, for a width or modulo a number: its meaning, and how its numbers stand in files.
#pragma once

#include <string>

#include "catalogue/operation.hpp"
#include "cli/options.hpp"
#include "cli/results.hpp"
#include "ir/program.hpp"
#include "session/host.hpp"

namespace limbsmith::cli {

struct Task {
    std::string operation;
    Spec spec;
    Operation::Signs signs;
    ir::Program meaning;  // operands, results and contract (catalogue::meaning)
    Results results;      // as they stand in files
    session::HostComputation host;
};

// Throws usage_error, unsupported.
Task parse_task(const SpecOptions& options, const std::string& operation, const FormatOptions& format = {});

// Which integers operands and results of the operation are. Throws usage_error for --signed where numbers have no sign.
runtime::Sign sign_of(Operation::Signs signs, const FormatOptions& format, const std::string& operation);

}  // namespace limbsmith::cli
