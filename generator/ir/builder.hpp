// Builds programs. `Builder` appends instructions; `Chain` links them by the carry flag.
//
// A Chain sets the carry out of an instruction only when its next instruction is appended, so an algorithm
// can neither forget a `.cc` nor leave one unused. pass/check_flags refuses interleaved chains.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::ir {

class Builder {
  public:
    explicit Builder(std::string name) { program_.name = std::move(name); }

    // Adds an input of `limbs` words.
    std::vector<Operand> input(std::string name, const Representation& representation, int limbs);
    void output(std::string name, const Representation& representation, std::vector<Operand> words);

    // Appends an instruction that reads and writes no flag.
    Operand emit(Opcode op, Operand x, Operand y = Operand(0u), Operand z = Operand(0u));

    // Add to the outline of the proof, about words that exist already.
    void claim(Claim claim) { program_.outline.claims.push_back(std::move(claim)); }
    void part(Part part) { program_.outline.parts.push_back(std::move(part)); }
    void middle(Middle middle) { program_.outline.middle = std::move(middle); }

    // Adds a note behind the last instruction so far, about words that exist already.
    void note(NoteSum held, NoteSum value, int bits) {
        program_.notes.push_back({program_.words, std::move(held), std::move(value), bits});
    }

    // Returns the finished program. requires: the contract names only inputs and outputs of this program.
    Program finish(Contract contract) &&;

  private:
    friend class Chain;
    Program program_;
};

// A carry chain or a borrow chain. requires: instructions of two chains are not interleaved.
class Chain {
  public:
    explicit Chain(Builder& builder) : builder_(&builder) {}

    // Appends `op`. It reads the flag of the chain's last instruction, if there is one.
    Operand emit(Opcode op, Operand x, Operand y, Operand z = Operand(0u));
    Operand add(Operand x, Operand y) { return emit(Opcode::add, x, y); }
    Operand sub(Operand x, Operand y) { return emit(Opcode::sub, x, y); }

    // Whether the last instruction's flag is still unread. forget() drops it: for a flag that is 0 or not
    // needed.
    bool pending() const { return last_ >= 0; }
    void forget() { last_ = -1; }

  private:
    Builder* builder_;  // never null; a pointer, so that a Chain is assignable
    int last_ = -1;     // index of the instruction whose flag comes next; -1 for none
};

}  // namespace limbsmith::ir
