// The number systems: kinds of numbers, with the operations on them.
//
// Each file of table/ defines one, or adds operations to some; the build finds the files (cmake/operations.cmake). How
// numbers lie in words and which code computes with them is the generator's (ir/representation.hpp, catalogue).
#pragma once

#include <string_view>
#include <vector>

#include "operation/operation.hpp"

namespace limbsmith {

struct NumberSystem {
    std::string_view name, numbers;  // `residues`, `residues modulo N`
    std::vector<Operation> operations;

    // Those below 2^bits, modulo 2^(32·ceil(bits/32)); modulo N; in signed digits; with a sign and of any length.
    static const NumberSystem& whole();
    static const NumberSystem& residues();
    static const NumberSystem& digits();
    static const NumberSystem& integers();

    // null where there is none of the name.
    const Operation* find(std::string_view name) const;
    // requires: there is one of the name. Throws std::out_of_range.
    const Operation& operator[](std::string_view name) const;
    // The place of an operation in the list.
    uint32_t id(const Operation& operation) const {
        return static_cast<uint32_t>(&operation - operations.data());
    }
    friend bool operator==(const NumberSystem& x, const NumberSystem& y) { return x.name == y.name; }
};

// All that the files define. The operations that a file adds to a system come after that system's own.
const std::vector<NumberSystem>& number_systems();
// Throws std::out_of_range where there is none of the name.
const NumberSystem& number_system(std::string_view name);

}  // namespace limbsmith
