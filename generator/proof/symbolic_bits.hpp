// Runs a program on words of which only some bits are known.
//
// Promises: what is derived about a bit holds for every choice of the unknown bits. An unknown result bit is
// named by its word and place, so that later uses of it are recognised as the same bit or its complement.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ir/program.hpp"
#include "spec/width.hpp"

namespace limbsmith::proof {

// 0, 1, a named bit, the complement of a named bit, or anything.
class Bit {
  public:
    Bit() = default;
    static Bit anything() { return Bit(-1); }
    static Bit of(bool value) { return Bit(value ? 1 : 0); }
    static Bit named(ir::Word word, int place) {
        return Bit(2 * (limb_bits * static_cast<int>(word.id) + place) + 2);
    }

    bool is_anything() const { return code_ < 0; }
    bool is_known() const { return code_ == 0 || code_ == 1; }
    bool is(bool value) const { return code_ == (value ? 1 : 0); }
    Bit operator~() const { return code_ < 0 ? *this : Bit(code_ ^ 1); }
    // Whether both bits are equal for every choice; whether they differ for every choice.
    bool equals(Bit other) const { return code_ >= 0 && code_ == other.code_; }
    bool differs(Bit other) const { return equals(~other); }

  private:
    explicit Bit(int code) : code_(code) {}
    int code_ = 0;
};

Bit operator&(Bit x, Bit y);
Bit operator|(Bit x, Bit y);
Bit operator^(Bit x, Bit y);

using BitWord = std::array<Bit, limb_bits>;

// Runs the body: fills in the words by id. requires: `words` holds the inputs.
void run(const ir::Program& program, std::vector<BitWord>& words);
BitWord bits_of(ir::Operand operand, const std::vector<BitWord>& words);

}  // namespace limbsmith::proof
