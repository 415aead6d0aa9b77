// Runs a function of machine code on concrete words, as one thread.
//
// Promises: everything is decoded before anything runs, and unknown code is refused; straight-line code and
// forward branches only, no loops. Kernel runs a kernel (result, input, count) on words; for any other kernel
// the caller sets up parameters and memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sass/function.hpp"
#include "sass/meanings.hpp"
#include "sass/state.hpp"

namespace limbsmith::sass {

class Interpreter {
  public:
    // `parameters`: the kernel's parameters as words. Throws std::runtime_error quoting an unknown
    // instruction or a backward branch.
    Interpreter(const Function& function, std::span<const uint32_t> parameters);

    // Runs to the end. Throws std::runtime_error quoting an instruction that accesses unmapped memory.
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
//
//     void NAME(uint32_t* result, const uint32_t* input, unsigned long long count)
//
// run for one case. It may lack the count.
class Kernel {
  public:
    // Throws as the constructor of Interpreter.
    explicit Kernel(const Function& function);

    // The words of the result. Throws std::runtime_error if the kernel accesses other words.
    std::vector<uint32_t> run(std::span<const uint32_t> input, size_t results) const;

  private:
    Interpreter interpreter_;
};

}  // namespace limbsmith::sass
