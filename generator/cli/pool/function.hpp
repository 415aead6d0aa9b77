// The functions of `limbsmith pool`: their names, arguments and values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "operation/operation.hpp"

namespace limbsmith::cli {

// One of those below, which know rationals; or an operation of the table of integers.
struct PoolFunction {
    enum Kind : uint8_t {
        // of one or more: these join pairs, in any order
        min,
        max,
        sum,
        product,
        // of a fixed number
        abs,
        floor,
        ceil,
        round,
        numerator,
        denominator,
        isqrt,
        root,
        compare,
        pow_mod,
        div_mod,
        xgcd,
        of_table
    };
    Kind kind;
    const Operation* operation = nullptr;

    PoolFunction(Kind of_kind) : kind(of_kind) {}
    PoolFunction(const Operation& of) : kind(of_table), operation(&of) {}
    bool joins_pairs() const { return operation ? operation->neutral.has_value() : kind <= product; }
    friend bool operator==(const PoolFunction&, const PoolFunction&) = default;
};

struct PoolFunctionRow {
    std::string_view name;
    PoolFunction function;
    size_t arguments;  // 0: one or more
    size_t values = 1;
};

// nullptr if there is none of this name.
const PoolFunctionRow* find_pool_function(std::string_view name);
std::vector<std::string> pool_function_names();
// `gcd, lcm`: those of the table with so many arguments; 0: with one or more.
std::string pool_functions_of_table(size_t arguments);

}  // namespace limbsmith::cli
