// A program run on words of which only some bits are known.
//
// Promises: what is said of a bit holds for every choice of the bits that are not known. A bit of which
// nothing is known has the name of its place, so that the same bit met again is known to be the same, or the
// opposite.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ir/program.hpp"
#include "spec/width.hpp"

namespace limbsmith::proof {

// 0, 1, a bit with a name, the opposite of one, or anything.
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
    // Whether they are the same for every choice.
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

// The words of all values, by id. requires: `words` has the inputs.
void run(const ir::Program& program, std::vector<BitWord>& words);
BitWord bits_of(ir::Operand operand, const std::vector<BitWord>& words);

}  // namespace limbsmith::proof
