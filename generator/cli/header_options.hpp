// The options that ask for a header: those of generate, which its banner repeats.
#pragma once

#include "cli/options.hpp"
#include "session/header_choice.hpp"

namespace limbsmith::cli {

struct HeaderOptions : session::HeaderChoice {
    SpecOptions spec;

    void add_to(CLI::App& command);
    // The header that they ask for. Throws usage_error, unsupported.
    Spec parsed() const;
};

}  // namespace limbsmith::cli
