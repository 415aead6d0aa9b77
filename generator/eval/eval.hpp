// The interpreter: runs a program on concrete words as a machine with one carry flag would, bit for bit.
//
// It is the oracle for emitted text and runs batches on the CPU, so it processes blocks of lanes: each
// instruction runs on all lanes of a block, like a warp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::eval {

// The numbers of one operand, limb-major: word i of number k is at [i·count + k].
struct Column {
    const uint32_t* data;
    size_t count;
};

class Interpreter {
  public:
    // requires: program passed pass::check_words and check_flags, and outlives the interpreter.
    explicit Interpreter(const ir::Program& program);

    // Runs numbers first to last - 1 of `inputs` (one column per input of the program, in its order). Writes
    // all outputs to `result`, one after the other, limb-major, with `result_count` numbers a word. requires:
    // result does not overlap the inputs.
    void run(std::span<const Column> inputs, size_t first, size_t last, uint32_t* result,
             size_t result_count);

    // Runs one number: takes the words of all inputs, one after the other, and returns those of all outputs.
    std::vector<uint32_t> run_one(std::span<const uint32_t> words);

  private:
    static constexpr size_t lanes = 32;
    using Block = std::array<uint32_t, lanes>;

    void execute();
    Block read(ir::Operand operand) const;

    const ir::Program& program_;
    std::vector<Block> words_;
    Block flag_{};
};

// The words of all outputs together.
int result_words(const ir::Program& program);

}  // namespace limbsmith::eval
