// The options that ask for a header, or for kernels around it: those of generate, which the first lines of both repeat.
#pragma once

#include <optional>
#include <string>

#include "cli/header_options.hpp"
#include "spec/kernels.hpp"

namespace limbsmith::cli {

struct KernelOptions : HeaderOptions {
    std::optional<std::string> kernels, header;

    void add_to(CLI::App& command);
    // The kernels that they ask for; nullopt for the header. Throws usage_error, unsupported.
    std::optional<Kernels> parsed_kernels() const;
    // The file that the kernels include.
    std::string included(const Spec& spec) const;
};

}  // namespace limbsmith::cli
