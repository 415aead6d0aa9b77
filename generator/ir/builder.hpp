// Builds programs. `Builder` appends instructions; `Chain` strings them along the one carry flag.
//
// A Chain turns on the carry out of an instruction only when the next one of the chain is appended, so an
// algorithm cannot forget a `.cc` nor leave one behind. What it can still do wrong (two chains interleaved)
// pass/carry refuses.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::ir {

class Builder {
  public:
    explicit Builder(std::string name) { program_.name = std::move(name); }

    // A new input of `limbs` words.
    std::vector<Operand> input(std::string name, const Representation& representation, int limbs);
    void output(std::string name, const Representation& representation, std::vector<Operand> words);

    // An instruction without flags.
    Operand emit(Opcode op, Operand x, Operand y = Operand(0u), Operand z = Operand(0u));

    // Something to be proved of words that are there.
    void claim(Claim claim) { program_.claims.push_back(std::move(claim)); }
    void lemma(Lemma lemma) { program_.lemmas.push_back(std::move(lemma)); }
    void step(Step step) { program_.steps.push_back(std::move(step)); }

    // The finished program. requires: contract names only inputs and outputs of this program.
    Program finish(Contract contract) &&;

  private:
    friend class Chain;
    Program program_;
};

// One run of the carry (or borrow) flag. Requires that instructions of two chains are not interleaved.
class Chain {
  public:
    explicit Chain(Builder& builder) : builder_(&builder) {}

    // Appends `op`, which takes the flag of the chain's last instruction, if there is one.
    Operand emit(Opcode op, Operand x, Operand y, Operand z = Operand(0u));
    Operand add(Operand x, Operand y) { return emit(Opcode::add, x, y); }
    Operand sub(Operand x, Operand y) { return emit(Opcode::sub, x, y); }

    // Whether a flag is waiting; forget() starts afresh, for a flag that is known to be 0 or not wanted.
    bool pending() const { return last_ >= 0; }
    void forget() { last_ = -1; }

  private:
    Builder* builder_;  // never null; a pointer, so that chains can be assigned
    int last_ = -1;     // index of the instruction whose flag comes next, -1 for none
};

}  // namespace limbsmith::ir
