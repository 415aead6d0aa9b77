// Runs a function of machine code on concrete words, as one thread.
//
// Promises: everything is decoded, and refused where it is unknown, before anything runs; straight lines and
// branches forward, no loops. A kernel (result, input, count), as most are here, is called on words; any
// other has its parameters and memory set out by the caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sass/function.hpp"
#include "sass/machine.hpp"
#include "sass/meanings.hpp"

namespace limbsmith::sass {

class Interpreter {
  public:
    // `parameters`: the bytes of the kernel's parameters as words. Throws std::runtime_error with the
    // instruction that is unknown, or branches backwards.
    Interpreter(const Function& function, std::span<const uint32_t> parameters);

    // Runs to the end. Throws std::runtime_error with the instruction for an access outside the memory.
    void run(Memory& memory) const;

  private:
    enum class Kind { ordinary, branch, exit };
    struct Step {
        Kind kind;
        SourcePredicate guard;
        Action action;
        size_t target;
        std::string text;
    };

    std::string name_;
    std::vector<Step> steps_;
};

// A kernel
//     void NAME(uint32_t* result, const uint32_t* input, unsigned long long count)
// run for one case; it may do without the count.
class Kernel {
  public:
    // Throws as the constructor of Interpreter.
    explicit Kernel(const Function& function);

    // The words of the result. Throws std::runtime_error where the kernel reads or writes others.
    std::vector<uint32_t> run(std::span<const uint32_t> input, size_t results) const;

  private:
    Interpreter interpreter_;
};

}  // namespace limbsmith::sass
