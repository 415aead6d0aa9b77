// The plan of a computation before it is done: whether it fails, how much room its results need, how long it takes.
//
// Promises: only the shapes of the operands decide, not their words, so that a pool plans a level without reading
// numbers back from the memory of an engine.
#pragma once

#include <array>
#include <cstdint>

#include "limbsmith/pool/failure.hpp"
#include "operation/device_pool.hpp"

namespace limbsmith::pool {

// The sign and the length of a number; zero has no bits.
struct Shape {
    uint64_t low = 0;  // |value| modulo 2^64
    uint32_t bits = 0;
    bool is_negative = false;

    bool is_zero() const { return bits == 0; }
    // Whether |value| = low.
    bool is_short() const { return bits <= 64; }
};
using Shapes = std::array<Shape, most_operands>;

struct Plan {
    // A failure that is certain before the work is done. A computation may still fail: no_inverse, not_integer, too_long.
    Failure failure = Failure::none;
    std::array<uint64_t, most_results> bits{};  // an upper bound for each result
    double cost = 0;                            // about nanoseconds of one core
};

}  // namespace limbsmith::pool
