// The factors that were found, as text and as JSON.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "moduli.hpp"
#include "phases.hpp"
#include "sharing.hpp"

namespace batch_gcd {

// How long a way of computing took.
struct Times {
    std::string by;
    std::vector<std::pair<std::string, double>> seconds;  // of each phase
    double total = 0;
};

struct Report {
    const Moduli& moduli;
    std::span<const Sharing> sharings;
    std::span<const Times> times;
    std::vector<std::string> checks;
};

// A line for each modulus that has a factor in common with others: `modulus 17 shares with 40: 0x3b * 0xc5`; moduli are
// counted from 1, those of a file by its lines.
std::string to_text(const Report& report);
std::string to_json(const Report& report);
// For people: the phases with their times.
std::string to_text(std::span<const Times> times);

}  // namespace batch_gcd
