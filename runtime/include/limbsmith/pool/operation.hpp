// The operations on numbers of a pool: integers with a sign.
#pragma once

#include <array>
#include <cstdint>

#pragma GCC visibility push(default)

namespace limbsmith::pool {

// The operations that kernels of devices compute, and those that are planned beside them. These are the codes of a
// computation; other operations on integers (runtime/operation/table/integers.cpp) have the codes of their rows.
enum class Operation : uint32_t {
    add,
    sub,
    mul,
    sqr,
    neg,
    abs,
    compare,
    min,
    max,
    select,
    shl,
    shr,
    div_floor,
    div_truncate,
    div_exact,
    gcd,
    xgcd,
    pow = 18,
    pow_mod
};
inline constexpr Operation last_of_devices = Operation::pow_mod;
inline constexpr int most_operands = 3, most_results = 3;
inline constexpr uint32_t most_bits = 1u << 30;  // of a number; 323,228,496 decimal digits

// An operation, the slots of its operands and that of its first result; others have the next slots.
struct Computation {
    Operation operation;
    std::array<uint32_t, most_operands> operands;
    uint32_t result;
};

}  // namespace limbsmith::pool

#pragma GCC visibility pop
