// Programs on words of 1 to 32 bits, run by the definitions of the instructions in docs/proofs.md.
//
// Promises: a run has the words and flags, and the hidden values of the instructions in the order of that page. It is
// made from the page and uses nothing of check/; test_instructions.cpp compares it with the interpreter.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::test {

using Integer = __int128;

class SmallRun {
  public:
    // `inputs`: the words of all inputs, one after the other.
    SmallRun(const ir::Program& program, int bits, const std::vector<uint32_t>& inputs);

    // By the variables of check/meaning: words, flags, hidden values.
    const std::vector<Integer>& values() const { return values_; }
    uint32_t word(uint32_t id) const { return static_cast<uint32_t>(values_[id]); }

  private:
    using Key = std::pair<bool, uint32_t>;
    static Key key(ir::Operand x) { return {x.is_word, x.value}; }
    Integer value(ir::Operand x) const { return x.is_word ? values_[x.value] : Integer{x.value}; }
    Integer as_signed(ir::Operand x) const { return value(x) >= base_ / 2 ? value(x) - base_ : value(x); }
    void hide(Integer value) { values_.push_back(value); }
    void run(const ir::Instruction& in);
    void product(ir::Operand x, ir::Operand y);
    void both(ir::Operand x, ir::Operand y);
    void amount(ir::Operand y);
    void split(ir::Operand x, ir::Operand y);
    void sign(ir::Operand x) { split(x, ir::Operand(bits_ - 1)); }

    const ir::Program& program_;
    uint32_t bits_;
    Integer base_;
    std::vector<Integer> values_;
    std::map<std::pair<Key, Key>, bool> products_, both_, splits_;  // those that have hidden values
    std::map<Key, bool> amounts_;
};

}  // namespace limbsmith::test
