// Solutions compared with those of FLINT, where the program is compiled with it.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "elimination.hpp"

namespace exact_solve {

// Seconds on all cores, one for each system; conversions included.
struct FlintTimes {
    double determinants = 0, solutions = 0;
    std::optional<double> elimination;  // of the determinant by Bareiss's method, for one system alone
    std::string mistake;                // empty if both agree
};

// nullopt if the program is compiled without FLINT.
std::optional<FlintTimes> compare_with_flint(std::span<const System> systems,
                                             std::span<const Solution> solutions);

}  // namespace exact_solve
