// `sum`, `dot` and `dft` share their options and the reading of their numbers, `sum` and `dot` also the form of the result.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "cli/sum/total.hpp"
#include "cli/sum/values.hpp"

namespace limbsmith::cli {

// The direction of rounding called so. Throws usage_error.
sum::Rounding parse_rounding(const std::string& name);

// Options --type and --format, and --round.
void add_number_options(CLI::App& command, NumberFormat& numbers);
void add_rounding_option(CLI::App& command, std::string& rounding);

struct SumRequest {
    NumberFormat numbers;
    std::string rounding = "nearest", device = "auto";
    int digits = -1;
    bool is_json = false;

    void add_to(CLI::App& command);
    // Throws usage_error, unsupported.
    void require_valid() const;
    ExactTotal total() const;
    void write(const ExactTotal& total) const;
};

inline constexpr const char* number_formats_help =
    "A file is text, one number a line (12, -0.5, 1e-7, 0x1.8p3, inf, nan; # begins a comment), and such\n"
    "numbers are taken as they are written, not as the nearest doubles; --type double rounds each first.\n"
    "Files called .npy have NumPy's header (little-endian float64, float32, float16, int32, int64; in C\n"
    "order). Files called .f64, .f32 and .bin are raw little-endian numbers: double, float, and of --type,\n"
    "which is double unless given. - is standard input.\n";
inline constexpr const char* sum_values_help =
    "Files may be larger than memory.\n"
    "Infinities, NaN and zeros follow IEEE 754: inf - inf is nan; a sum of -0 only is -0.\n"
    "Results do not depend on the order of the numbers, nor on the machine.\n";

}  // namespace limbsmith::cli
