// An engine has the numbers of a pool, and computes with them.
//
// Promises: a pool calls an engine from one thread at a time, but for read(). Numbers have slots, small integers that the
// pool chooses; a slot has a value or a failure from its put() or fail(), or from the computation whose result it is.
// Results depend on the operands only, neither on the engine nor on the order in which it computes.
#pragma once

#include <gmpxx.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <memory_resource>
#include <string>

#include "limbsmith/place.hpp"
#include "limbsmith/pool/failure.hpp"
#include "limbsmith/pool/operation.hpp"
#include "limbsmith/pool/words.hpp"
#include "limbsmith/span.hpp"

#pragma GCC visibility push(default)

namespace limbsmith::pool {

class Engine {
  public:
    virtual ~Engine() = default;

    // `host`, and the means that computes there: `GMP on 16 cores`.
    virtual std::string place() const = 0;
    virtual std::string means() const = 0;

    // Whether it computes the operation without copies of numbers, at least of most numbers.
    virtual bool computes(Operation) const { return true; }

    // requires: the value has at most most_bits. Errors: runtime::OutOfMemory; then the slot is as it was.
    virtual void put(uint32_t slot, const mpz_class& value) = 0;
    virtual void fail(uint32_t slot, Failure failure) = 0;
    // Several threads may call this at the same time.
    virtual Words read(span<const uint32_t> slots) const = 0;

    // Slots will be below this. Errors: runtime::OutOfMemory.
    virtual void need_slots(uint32_t count) = 0;
    // From which run() takes levels fastest.
    virtual std::pmr::memory_resource* level_memory() { return std::pmr::new_delete_resource(); }

    // Computes all of a level; none has a result of another as an operand. `report` is told how many computations are
    // done, from any thread; it may be empty. Errors: runtime::OutOfMemory; then no slot has changed.
    virtual void run(span<const Computation> level, const std::function<void(size_t done)>& report) = 0;
    // Computes the first of these levels, which may have results of those before them as operands; returns how many, at least
    // one. An engine that loses time between levels computes several. Errors: as those of run().
    virtual size_t run_levels(span<const span<const Computation>> levels,
                              const std::function<void(size_t done)>& report) {
        run(levels.front(), report);
        return 1;
    }

    // Keeps the numbers in these slots, in ascending order, and moves them together; forgets all others.
    virtual void compact(span<const uint32_t> kept) = 0;
    // That numbers occupy, those which the pool does not need any more included.
    virtual uint64_t bytes() const = 0;
};

// The engine of a GPU that computes each sum, product, quotient and shift with all of the GPU, for few numbers that are very long: for
// Pool's constructor. Errors: runtime::NoDevice, also for the host.
std::unique_ptr<Engine> grid_engine(place where);

}  // namespace limbsmith::pool

#pragma GCC visibility pop
