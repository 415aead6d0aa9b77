// The rows of the table of integers, by their codes.
#pragma once

#include "operation/number_system.hpp"

namespace limbsmith::pool {

inline const limbsmith::Operation& row(Operation operation) {
    return NumberSystem::integers().operations[static_cast<size_t>(operation)];
}
inline Operation code(const limbsmith::Operation& row) {
    return static_cast<Operation>(NumberSystem::integers().id(row));
}

// How many it has.
struct Signature {
    int operands, results;
};
inline Signature signature(Operation operation) {
    const limbsmith::Operation& of = row(operation);
    return {static_cast<int>(of.operands.size()), static_cast<int>(of.results.size())};
}

inline Plan plan(Operation operation, const Shapes& operands) { return row(operation).plan(operands); }

}  // namespace limbsmith::pool
