// The sign of a number in signed digits, from the lowest digit up: that of x·q^i + y is that of 2·x + sign(y).
//
// The number V of the digits so far has two bits, V > 0 and V < 0, and the invariants, with `most` the largest V:
//     most·bit - V >= 0  and  V - 1 + (1 - bit)·(most + 1) >= 0  for the bit V > 0; the same of -V for the other.
#pragma once

#include "derive/digits/linear_words.hpp"

namespace limbsmith::derive {

class Signs {
  public:
    Signs(const ir::Program& program, LinearWords& words) : program_(program), words_(words) {}

    // Goes on with an instruction, which words has added.
    void add(size_t instruction);
    bool has_any() const { return last_.has_value(); }
    // Shows the relation r = [less < more] - [more < less], where more - less is the number.
    void finish(const Fact& goal);

  private:
    struct Side {
        Variable bit;
        Id above, below;  // the invariants
    };
    // So far: the number, its largest value, radix^digits; the sides V > 0 and V < 0.
    struct Number {
        Polynomial value;
        mpz_class most, end;
        Side sides[2];
    };
    void extend(ir::Operand word, ir::Operand minus);
    Side side(int s, const Number& old, const Number& now, const Polynomial& digit, Variable bit);
    Id decided(int s, Variable truth, Id number);

    const ir::Program& program_;
    LinearWords& words_;
    std::optional<Number> last_{};
    std::optional<std::pair<ir::Operand, ir::Operand>> pending_{};  // a word and its negative
};

}  // namespace limbsmith::derive
