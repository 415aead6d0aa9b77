// The command line of exact_solve.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace exact_solve {

struct Options {
    std::string file, device = "auto";
    size_t count = 2000, size = 8, large = 0;
    unsigned bits = 64;
    unsigned long seed = 1;
    bool is_large_given = false, is_json = false;
};

// The options of a file and those of random systems exclude each other.
void add_options(CLI::App& app, Options& options);

}  // namespace exact_solve
