// The task of a batch, for a width or modulo a number: its meaning, its GPU code, and its CPU interpreter.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "catalogue/operation.hpp"
#include "cli/options.hpp"
#include "cli/results.hpp"
#include "ir/program.hpp"
#include "session/host.hpp"

namespace limbsmith::cli {

// A CUDA source, the header that it includes, the name of the kernel, and how it is launched.
struct GpuCode {
    std::string header_name, header, kernels, kernel;
    uint32_t block;  // threads of a block
};

struct Task {
    std::string operation;
    std::string title;  // mul modulo 2^255-19
    Width width;
    Operation::Signs signs;
    ir::Program meaning;  // operands, results and contract (catalogue::meaning)
    Results results;      // as they stand in files
    std::function<GpuCode()> gpu;
    session::HostComputation host;
};

// `block`: the threads of a block, where they are given. Throws usage_error, unsupported.
Task parse_task(const SpecOptions& options, const std::string& operation, const FormatOptions& format = {},
                std::optional<uint32_t> block = {});

// Which integers operands and results of the operation are. Throws usage_error for --signed where numbers have no sign.
runtime::Sign sign_of(Operation::Signs signs, const FormatOptions& format, const std::string& operation);

}  // namespace limbsmith::cli
