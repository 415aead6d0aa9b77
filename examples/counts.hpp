// Counts on command lines that CLI11 reads: 1000, 1e6, 2^20.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "arguments.hpp"

// For Option::transform.
inline CLI::Validator as_count() {
    return CLI::Validator(
        [](std::string& text) {
            const auto count = parse_count(text);
            if (!count) return "'" + text + "' is no number such as 1000, 1e6 or 2^20";
            text = std::to_string(*count);
            return std::string();
        },
        "");
}
