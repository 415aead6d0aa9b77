// Formats of floating-point numbers that C++17 has no type for, and directions of rounding. C++17.
#pragma once

#include <cstdint>

#pragma GCC visibility push(default)

namespace limbsmith::sum {

// IEEE 754's binary16, and the upper half of a float, by their bits. Every value of these is a double.
struct half {
    std::uint16_t bits;
};
struct bfloat16 {
    std::uint16_t bits;
};
double to_double(half x);
double to_double(bfloat16 x);

// To the nearest number, of two that are as near the one with an even significand; towards 0, +∞, −∞.
enum class Rounding { nearest, zero, up, down };

}  // namespace limbsmith::sum

#pragma GCC visibility pop
