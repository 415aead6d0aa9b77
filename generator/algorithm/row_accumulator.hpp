// A sum of rows x·y·2^(32·at) in even and odd accumulator chains.
//
// A product x_j·y at row `at` occupies the words at+j and at+j+1. Products with even at+j are added in one
// chain, those with odd at+j in another, so the products of a chain touch and never overlap. In all rows a
// chain uses the same pairs of words, so each product is one wide multiply-add on an aligned register pair
// (IMAD.WIDE.U32.X). The arrangement is known from operand scanning on GPUs (sppark, CGBN); this one also
// serves odd limb counts, and skips products that are zero or by a power of two.
#pragma once

#include <gmpxx.h>

#include <array>

#include "algorithm/notes.hpp"

namespace limbsmith::algorithm {

class RowAccumulator {
  public:
    // A sum below 2^(32·words); higher words are cut off.
    RowAccumulator(ir::Builder& builder, int words);

    // Starts from one number, or from two, one in each chain: as low words they cost nothing. `max` bounds
    // their sum. requires: nothing added yet.
    void start_from(const Limbs& number, const mpz_class& max) { start_from(number, {}, max); }
    void start_from(const Limbs& even, const Limbs& odd, const mpz_class& max);

    // Adds x·y·2^(32·at). `max` bounds x·y: carries that the sum of all bounds excludes are not emitted.
    void add_row(const Limbs& x, Limb y, int at, const mpz_class& max);

    // Word `at` of the sum. Its carry enters the next add_row. requires: no later row reaches a word below
    // it.
    Limb word(int at);
    // Declares the words up to `at` zero (their carries have been added).
    void drop(int at);

    // The sum, as a note names it. requires: no carry of word() is left to add.
    ir::NoteSum sum() const;
    // Notes that the sum is `value`, or the given number made of it.
    void note(const ir::NoteSum& value) const { note(sum(), value); }
    void note(const ir::NoteSum& held, const ir::NoteSum& value) const;
    // Notes the gain of the sum, in the words that changed.
    void note_gain(const RowAccumulator& before, const ir::NoteSum& gain) const;

    // The words from `from` on, with the two chains added. requires: word(from - 1) was the last word taken,
    // if any was.
    Limbs finish(int from);

  private:
    void add_half_row(const Limbs& x, Limb y, int at, int parity);
    bool can_reach(int word) const { return mpz_sizeinbase(max_.get_mpz_t(), 2) > size_t(limb_bits * word); }

    ir::Builder& builder_;
    std::array<Limbs, 2> sum_;
    mpz_class max_ = 0;   // bound of the whole sum, dropped words included
    ir::Chain fold_;      // the flag that word() left
    int fold_word_ = -1;  // the word that it carries into
};

// The largest value of a number with these limb bounds.
mpz_class max_of(const Limbs& limbs);

}  // namespace limbsmith::algorithm
