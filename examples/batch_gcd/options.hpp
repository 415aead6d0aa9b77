// The command line.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <span>
#include <string>

#include "forest.hpp"
#include "moduli.hpp"

namespace batch_gcd {

struct Options {
    Recipe recipe;
    std::string file, device = "auto", group_bits, leaf_bits = "2^13";
    std::optional<size_t> shared;
    bool gmp = false, json = false;
};

void add_options(CLI::App& app, Options& options);

// Without --group-bits, a GPU has groups as long as its products are fast, and the host one group a core.
// requires: the options were parsed.
Limits limits_of(const Options& options, std::span<const mpz_class> moduli, bool is_host);

}  // namespace batch_gcd
