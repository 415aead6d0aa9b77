// A computation of the host's engine: which words are its operands, and where its results go.
#pragma once

#include <array>
#include <cstdint>

#include "operation/integers.hpp"

namespace limbsmith::pool {

// Numbers lie in one memory of 32-bit words as an offset and a length: |value|, the least significant word first,
// ceil(bits/32) words. Offsets are even, and the word after an odd number of words belongs to the number, so that
// limbs of 64 bits may be used.
struct Operand {
    uint64_t offset = 0;
    Shape shape{};
};

struct Result {
    uint64_t offset = 0;
    uint32_t room = 0;  // words, an even number
    // Set when it is computed. If a result is longer than its room, then the shape says so and no words are written.
    Shape shape{};
};

// requires: it need not fail, and the places of the results overlap nothing.
struct Task {
    Operation operation{};
    Failure failure = Failure::none;  // set when it is computed: no_inverse, not_integer
    std::array<Operand, most_operands> operands{};
    std::array<Result, most_results> results{};
    double cost = 0;  // about nanoseconds of one core
};

}  // namespace limbsmith::pool
