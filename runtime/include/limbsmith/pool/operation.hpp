// The operations on numbers of a pool: integers with a sign.
#pragma once

#include <cstdint>
#include <string_view>

#pragma GCC visibility push(default)

namespace limbsmith::pool {

enum class Operation : uint32_t {
    add,           // a + b
    sub,           // a - b
    mul,           // a·b
    sqr,           // a²
    neg,           // -a
    abs,           // |a|
    compare,       // -1, 0, 1 for a < b, a = b, a > b
    min,           // the smaller of a and b
    max,           // the larger
    select,        // b if a < 0, else c
    shl,           // a·2^b; requires: b >= 0
    shr,           // floor(a/2^b); requires: b >= 0
    div_floor,     // q = floor(a/b), r = a - q·b, so 0 <= r < b or b < r <= 0
    div_truncate,  // q = a/b rounded towards 0, r = a - q·b, which has the sign of a
    div_exact,     // a/b; requires: b divides a
    gcd,           // >= 0; gcd(0, 0) = 0
    xgcd,          // g = gcd(a, b), x, y with a·x + b·y = g; the smallest x and y, as GMP chooses them
    lcm,           // >= 0
    pow,           // a^b; requires: b >= 0; 0^0 = 1
    pow_mod,  // a^b modulo c, between 0 and c, which may be negative; for b < 0 the power of the inverse of a
    // Engines of devices have no kernels for the following ones. In and_, or_ and xor_ a negative number has infinitely
    // many ones on top, as in Python: -1 has all bits.
    and_,
    or_,
    xor_,
    root,        // the largest r with r^b <= a; requires: b >= 1, and a >= 0 if b is even
    jacobi,      // the Jacobi symbol (a/b): -1, 0, 1; requires: b odd and above 0
    bit_length,  // of |a|; 0 for 0
    is_prime,    // 1 or 0: a is probably prime, by the test of Baillie, PSW and 16 rounds of Miller and Rabin
    factorial    // a!; requires: a >= 0
};
inline constexpr Operation last_of_devices = Operation::pow_mod, last_operation = Operation::factorial;

inline constexpr uint32_t most_bits = 1u << 30;  // of a number; 323,228,496 decimal digits

inline constexpr int most_operands = 3, most_results = 3;

struct Signature {
    std::string_view name;
    int operands, results;
};

const Signature& signature(Operation operation);

}  // namespace limbsmith::pool

#pragma GCC visibility pop
