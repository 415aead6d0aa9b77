// The functions of `limbsmith pool`: their names, arguments and values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace limbsmith::cli {

enum class PoolFunction : uint8_t {
    // of one or more: these join pairs, in any order
    gcd,
    lcm,
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
    bit_length,
    is_prime,
    factorial,
    root,
    jacobi,
    compare,
    pow_mod,
    div_mod,
    xgcd
};

inline bool joins_pairs(PoolFunction function) { return function <= PoolFunction::product; }

struct PoolFunctionRow {
    std::string_view name;
    PoolFunction function;
    size_t arguments;  // 0: one or more
    size_t values = 1;
};

// nullptr if there is none of this name.
const PoolFunctionRow* find_pool_function(std::string_view name);
std::vector<std::string> pool_function_names();

}  // namespace limbsmith::cli
