// Systems solved, timed and checked, and the lines printed about it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "elimination.hpp"
#include "flint.hpp"

namespace exact_solve {

struct Report {
    size_t count = 0, size = 0;  // systems, unknowns of each
    double seconds = 0;          // of the pool, with the ways into and out of its memory
    size_t singular = 0, swaps = 0, determinant_bits = 0;  // bits of the longest numerator
    std::optional<FlintTimes> flint{};
    std::string mistake{};  // the first that was found; empty if all is right
    std::vector<Solution> solutions{};
};

// requires: all systems have the same size. Tells stderr how far the work is if it takes long.
Report report_on(limbsmith::pool::Pool& pool, std::span<const System> systems, gmp_randclass& random);

std::string to_text(const Report& report);
nlohmann::ordered_json to_json(const Report& report);

}  // namespace exact_solve
