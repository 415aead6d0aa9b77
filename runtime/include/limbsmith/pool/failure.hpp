// Errors as values: a computation that fails has one in place of a number.
#pragma once

#include <cstdint>
#include <string_view>

#pragma GCC visibility push(default)

namespace limbsmith::pool {

// A result has the failure of its operand. If several operands failed, it takes the failure that comes first in this
// list. So the order of a sum's terms does not matter.
enum class Failure : uint8_t {
    none,
    division_by_zero,
    negative_exponent,
    negative_shift,
    no_inverse,  // a power with a negative exponent, of a number that has a factor in common with the modulus
    not_integer,  // an exact quotient, or a rational in place of an integer
    too_long,     // more than most_bits
    negative,     // a root of even degree, or a factorial, of a number below 0
    no_degree,    // a root of a degree below 1
    not_odd       // a Jacobi symbol modulo a number that is even or below 0
};

// For people: `division by zero`.
std::string_view to_string(Failure failure);

}  // namespace limbsmith::pool

#pragma GCC visibility pop
