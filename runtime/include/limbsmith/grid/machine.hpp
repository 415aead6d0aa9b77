// Owners of numbers of any length, which run the kernels that compute with them (generated/grid.cu).
//
// Promises: work is done in the order in which it is given. A GPU does it; tests have a machine that interprets the
// kernels.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <variant>

#include "limbsmith/place.hpp"
#include "limbsmith/span.hpp"

#pragma GCC visibility push(default)

namespace limbsmith::grid {

// The words of a kernel's array: of number i from words + i·stride on.
struct Array {
    uint32_t* words = nullptr;
    uint64_t stride = 0;
};
// An array that is one for all numbers.
struct Table {
    const uint32_t* words = nullptr;
};
using Argument = std::variant<Array, Table, uint32_t>;

// Words in the machine's memory, free for other uses when the last owner has gone.
using Memory = std::shared_ptr<uint32_t>;

// A point in a machine's work.
using Mark = std::shared_ptr<const void>;

// Words in a machine's memory, of which there may become more; they do not move. One owner.
class Range {
  public:
    virtual ~Range() = default;
    virtual uint32_t* words() const = 0;
    virtual uint64_t size() const = 0;
    // Makes them at least so many. Errors: runtime::OutOfMemory; then they are as many as before.
    virtual void grow(uint64_t words) = 0;
    // Gives back the memory beyond so many words, or a part of it.
    virtual void shrink(uint64_t words) = 0;
};

class Machine {
  public:
    virtual ~Machine() = default;

    // So many words, not initialised. Errors: runtime::OutOfMemory.
    virtual Memory allocate(size_t words) = 0;
    // Memory for up to so many words, as much as the machine has; none of it is there yet.
    virtual std::unique_ptr<Range> range(uint64_t most_words) = 0;
    // Words of the host between which and the machine copies are fast; kernels may use them as well, slowly. Errors:
    // runtime::OutOfMemory.
    virtual Memory host_memory(size_t words) = 0;
    // Copies, complete on return. requires: the words belong to one allocation.
    virtual void write(uint32_t* to, span<const uint32_t> from) = 0;
    virtual void read(const uint32_t* from, span<uint32_t> to) = 0;
    // As write(), but only the host's words are done with on return. requires: they are not of host_memory().
    virtual void pass(uint32_t* to, span<const uint32_t> from) { write(to, from); }
    // Start copies, that wait for earlier work and for which later kernels wait; the host's words are of host_memory(),
    // and may be used again after finish_copies(), or when the mark has passed.
    virtual void start_write(uint32_t* to, span<const uint32_t> from) = 0;
    virtual Mark start_read(const uint32_t* from, span<uint32_t> to) = 0;
    virtual void finish_copies() = 0;
    // Waits for all kernels, while reading for those since begin_reading().
    virtual void synchronize() = 0;
    // Between two places of the machine that do not overlap, in the order of the kernels.
    virtual void copy(uint32_t* to, const uint32_t* from, size_t words) = 0;
    // From memory of another machine, which is from allocate() there, to memory that is from allocate() here: after earlier work of
    // both, and before later work of both.
    virtual void copy_from(Machine& other, uint32_t* to, const uint32_t* from, size_t words);
    // Starts a kernel: so many groups, of so many lanes each, for each of the numbers. `arguments`: its parameters in
    // their order. requires: the kernel has groups of 32 lanes, or of as many as are given. Errors: runtime::Error.
    virtual void launch(const char* kernel, uint32_t groups, uint32_t numbers, span<const Argument> arguments,
                        uint32_t lanes = 32) = 0;
    // Kernels that are started between these two do not depend on each other: they may run at the same time.
    virtual void begin_independent() {}
    virtual void end_independent() {}
    // Does work, which launches kernels one after the other and copies nothing from or to the host. Works with the same name
    // and key launch the same kernels, with the same arguments but for memory that they allocate and give back: a machine
    // may keep the launches, and this memory, and give all of them at once when the work comes again.
    virtual void repeat(const char* name, span<const uint64_t> key, const std::function<void()>& work) {
        static_cast<void>(name), static_cast<void>(key);
        work();
    }
    // After everything that was given before; of independent kernels only those since the last mark.
    virtual Mark mark() { return nullptr; }
    // Work that is given between begin and end waits for work given since begin, for the marks that it is told, and with
    // the mark nullptr for all earlier work; for nothing else. Later work waits for it.
    // requires: begin and end of this and of independent kernels are not between each other.
    virtual void begin_reading() {}
    virtual void wait_for(const Mark&) {}
    virtual void end_reading() {}
};

// A GPU. Compares its kernels with GMP before their first use there (LIMBSMITH_SELF_CHECK=off: does not). Errors:
// runtime::NoDevice, also for the host: no machine computes there. runtime::WrongResult if the kernels are wrong.
std::unique_ptr<Machine> machine_at(place where = place::device);

}  // namespace limbsmith::grid

#pragma GCC visibility pop
