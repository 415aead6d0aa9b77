// What computes the numbers of a pool, and has the memory in which they lie.
//
// Promises: a pool calls an engine from one thread at a time. It plans: an engine is given only computations that need
// not fail, with places for their results that are long enough and overlap nothing. Results depend on the operands only,
// not on the order in which an engine computes.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "pool/plan.hpp"

namespace limbsmith::pool {

// Numbers lie in one memory of 32-bit words as an offset and a length: |value|, the least significant word first,
// ceil(bits/32) words. Offsets are even, and the word after an odd number of words belongs to the number, so that
// an engine may use words of 64 bits.
struct Operand {
    uint64_t offset = 0;
    Shape shape{};
};

struct Result {
    uint64_t offset = 0;
    uint32_t room = 0;  // words, an even number
    // The engine sets it. If a result is longer than its room, then the shape says so and no words are written.
    Shape shape{};
};

// One computation: an operation, its operands, its results.
struct Task {
    Operation operation{};
    Failure failure = Failure::none;  // the engine sets it: no_inverse, not_integer
    std::array<Operand, most_operands> operands{};
    std::array<Result, most_results> results{};
    double cost = 0;  // about nanoseconds of one core
};

// `words` words, an even number, from one offset to a lower one.
struct Move {
    uint64_t from, to, words;
};

class Engine {
  public:
    virtual ~Engine() = default;

    // `host`, and what computes there: `GMP on 16 cores`.
    virtual std::string place() const = 0;
    virtual std::string means() const = 0;

    // Makes the memory as long as this; keeps the words that both have.
    // Errors: runtime::OutOfMemory; then the memory is as it was.
    virtual void resize(uint64_t words) = 0;
    virtual void write(uint64_t offset, std::span<const uint32_t> words) = 0;
    // Several threads may read at the same time.
    virtual void read(uint64_t offset, std::span<uint32_t> words) const = 0;
    // One after the other, in ascending order. A move may overlap itself.
    virtual void move(std::span<const Move> moves) = 0;

    // Computes all tasks of a level; none has a result of another as an operand. `report` is told how many tasks are
    // done, from any thread; it may be empty.
    virtual void run(std::span<Task> level, const std::function<void(size_t done)>& report) = 0;
};

}  // namespace limbsmith::pool
