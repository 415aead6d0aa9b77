// Where numbers of any length lie, and what runs the kernels that compute with them (generated/grid.cu).
//
// Promises: work is done in the order in which it is given. A GPU does it (gpu.hpp); tests have a machine that
// interprets the kernels.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <variant>

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

class Machine {
  public:
    virtual ~Machine() = default;

    // So many words, not initialised. Errors: runtime::OutOfMemory.
    virtual Memory allocate(size_t words) = 0;
    // Copies, complete on return. requires: the words belong to one allocation.
    virtual void write(uint32_t* to, std::span<const uint32_t> from) = 0;
    virtual void read(const uint32_t* from, std::span<uint32_t> to) = 0;
    // Starts a kernel: so many groups, of so many lanes each, for each of the numbers. `arguments`: its parameters in
    // their order. requires: the kernel has groups of 32 lanes, or of as many as are given. Errors: runtime::Error.
    virtual void launch(const char* kernel, uint32_t groups, uint32_t numbers,
                        std::span<const Argument> arguments, uint32_t lanes = 32) = 0;
};

}  // namespace limbsmith::grid
