// Tasks of the suite `pool`: computations on numbers of many lengths, by an engine of runtime/pool and by GMP.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host_code.hpp"
#include "limbsmith/pool/engine.hpp"

namespace limbsmith::bench {

// The lengths of operands, at least one word.
struct Lengths {
    enum class Kind { normal, log_uniform, one_long };
    Kind kind = Kind::normal;
    double mean = 1, deviation = 0;  // words; those of the long one do not count
    uint32_t longest = 0;  // words. log_uniform: from 1 to this; one_long: both operands of one product
};

enum class RationalOperation { add, sub, mul, div };

struct PoolTask {
    std::string name;
    // One of these is drawn for each computation, and two of the operands. Not for rationals.
    std::vector<pool::Operation> operations;
    Lengths lengths;
    uint32_t count;  // computations
    // If the numbers are rationals, lengths are those of numerators and denominators; `is_reduced` says if results are in
    // lowest terms. Operands always are.
    std::optional<RationalOperation> rational{};
    bool is_reduced = true;
    uint32_t operands = 1u << 10;

    // `mul of 8 words (sigma 2), 1024 computations`; no other task has it.
    std::string title() const;
};

// The words of each operand; the same for the same seed.
std::vector<uint32_t> draw_lengths(const PoolTask& task, uint64_t seed);

// Numbers of a task on an engine. A turn is begin(), of which the time does not count, and then one of the two others.
class PoolRun {
  public:
    virtual ~PoolRun() = default;
    // Makes room for a turn. `from_host`: for compute_from_host().
    virtual void begin(bool from_host) = 0;
    // Executes the recorded computations; operands and results stay in the memory of the engine.
    virtual void compute() = 0;
    // Puts the operands, computes, and reads the results as words.
    virtual void compute_from_host() = 0;
    // Compares the results of the last turn with GMP's; returns how many. Throws Error if one is wrong.
    virtual uint64_t check() = 0;
};

// Operands of a task, and its results by GMP.
class PoolWork {
  public:
    virtual ~PoolWork() = default;
    // These computations by GMP, into results that are there from the second time on.
    virtual void by_gmp(size_t first, size_t last) = 0;
    // `room`: bytes of results of earlier turns that the engine may have before they are forgotten. They are forgotten
    // now, and when the run ends. requires: the engine outlives the run; by_gmp() has computed all before check().
    virtual std::unique_ptr<PoolRun> on(pool::Engine& engine, uint64_t room) = 0;
    // The same computations for our code on the host; null for rationals.
    virtual std::unique_ptr<HostLevel> on_host_code() const { return nullptr; }
    // Compares their results with GMP's. Throws Error if one is wrong.
    virtual void check(const HostLevel&) const {}
};

// For the same seed the same numbers.
std::unique_ptr<PoolWork> pool_work(const PoolTask& task, uint64_t seed);
std::unique_ptr<PoolWork> integer_work(const PoolTask& task, uint64_t seed);
std::unique_ptr<PoolWork> rational_work(const PoolTask& task, uint64_t seed);

// Waits until a GPU has done all its work.
void finish(pool::Engine& engine);

// Throws Error that so many results do not agree with GMP's, unless none.
void require_right(const PoolTask& task, size_t wrong);

}  // namespace limbsmith::bench
