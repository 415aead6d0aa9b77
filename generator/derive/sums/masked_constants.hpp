// Constants that masks select, and the or of the selected ones: r = (m_0 ? c_0 : 0) | (m_1 ? c_1 : 0) | …
//
// Promises: a mask is defined by the bit that says the same of the word that it tests; an or is a sum, if its sources are
// never both other than 0.
#pragma once

#include "derive/bits/lowest_bit.hpp"
#include "derive/search/squeeze.hpp"

namespace limbsmith::derive {

class MaskedConstants {
  public:
    using Bit = Builder::Bits::Bit;

    MaskedConstants(Builder& builder, const ir::Program& program, unsigned word_bits)
        : builder_(builder),
          program_(program),
          bits_(word_bits),
          base_(mpz_class(1) << word_bits),
          none_(builder.bound({}, {}, {})),
          some_(builder.bound(one, {{1, {}}}, {})) {}

    Id given(size_t i, size_t which) { return builder_.given({check::Given::Of::instruction, i, which}); }
    const check::Facts& facts(size_t i) const { return builder_.meaning.instructions()[i]; }
    const ir::Instruction& in(size_t i) const { return program_.body[i]; }
    Polynomial value(const ir::Operand& word) const;
    Polynomial result(size_t i) const { return value(ir::Operand(in(i).dst)); }
    // The instruction that makes the word. Throws Gap, as the others do.
    size_t maker(const ir::Operand& word) const;
    // The common bits of the sources of an instruction.
    Variable both_of(size_t i) const;

    // For an or of y and z: or - y - z = 0, from c·f - y >= 0 and c·(1 - f) - z >= 0.
    Id disjoint(size_t at, const LowestBit::Bit& f, const mpz_class& c, Id y_most, Id z_most);
    // The same, from the zero that y and z have nothing in common.
    Id without_both(size_t at, Id no_both);

    Builder::Bits constant(const mpz_class& number);

    struct Mask {
        ir::Operand word;  // all ones if v = 0
        Polynomial z;      // the borrow of v - 1
        Id zero;           // word - (base - 1)·z = 0
        ir::Operand v;
        size_t test;
    };
    Mask zero_mask(const ir::Operand& word);
    // z - 1 + m = 0 for a bit m, from scale·v - m >= 0 and limit·m - v >= 0.
    Id is_not(const Mask& mask, const Bit& m, const mpz_class& scale, Id above, const mpz_class& limit,
              Id below);
    // masked - constant·t = 0 for a mask of bits t: mask - (base - 1)·t = 0.
    Id masked(size_t at, const Bit& t, Id mask);
    // The instruction that inverts a mask for instruction i.
    size_t inverted_of(size_t i) const;
    // masked - constant·m = 0, where the mask is the complement of a mask of zero.
    Id masked_if(size_t at, size_t inverted, const Mask& mask, const Bit& m, Id is_not);

  protected:
    Builder& builder_;
    const ir::Program& program_;
    const size_t bits_;
    const mpz_class base_;
    const Id none_, some_;  // 0 >= 0, 1 >= 0
};

}  // namespace limbsmith::derive
