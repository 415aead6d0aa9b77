// The options that ask for a header: those of generate, which its banner repeats.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options.hpp"

namespace limbsmith::cli {

struct HeaderOptions {
    SpecOptions spec;
    std::string ops = "all", style = "inline";
    std::optional<std::string> name;
    std::vector<std::string> powers;
    bool unproved = false;

    void add_to(CLI::App& command);
    Proofs proofs() const { return unproved ? Proofs::skipped : Proofs::required; }
    // The header that they ask for. Throws usage_error, unsupported.
    Spec parsed() const;
};

}  // namespace limbsmith::cli
