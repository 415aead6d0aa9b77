// A sum of rows x·y·2^(32·at) in even and odd accumulator chains.
//
// A product x_j·y at row `at` occupies the words at+j and at+j+1. The products whose at+j has one parity are
// added in one chain, those of the other parity in another, so that the products of a chain touch and never
// overlap. Over all rows a chain uses the same pairs of words, and each product is one wide multiply-add on
// an aligned register pair (IMAD.WIDE.U32.X). The arrangement is known from operand scanning on GPUs (sppark,
// CGBN); here it serves odd limb counts as well, and products that are known to be zero, or those of a limb
// that is a power of two, are not multiplied.
#pragma once

#include <gmpxx.h>

#include <array>

#include "algorithm/limb.hpp"

namespace limbsmith::algorithm {

class RowAccumulator {
  public:
    // Sums below 2^(32·words); what lies above is cut off.
    RowAccumulator(ir::Builder& builder, int words);

    // Starts from a number instead of zero, or from two, one in each chain: as low words they cost nothing.
    // `max` bounds their sum. requires: nothing added yet.
    void start_from(const Limbs& number, const mpz_class& max) { start_from(number, {}, max); }
    void start_from(const Limbs& even, const Limbs& odd, const mpz_class& max);

    // Adds x·y·2^(32·at). `max` bounds x·y: a carry that the sum of all bounds excludes is not emitted.
    void add_row(const Limbs& x, Limb y, int at, const mpz_class& max);

    // Word `at` of the sum, once no later row reaches below it. Its carry goes into the next add_row.
    Limb word(int at);
    // Says that the words up to `at` are zero (their carries have been added).
    void drop(int at);

    // The words from `from` on, the two chains added. requires: the word below was taken last, if any was.
    Limbs finish(int from);

  private:
    void add_half_row(const Limbs& x, Limb y, int at, int parity);
    bool can_reach(int word) const { return mpz_sizeinbase(max_.get_mpz_t(), 2) > size_t(limb_bits * word); }

    ir::Builder& builder_;
    std::array<Limbs, 2> sum_;
    mpz_class max_ = 0;   // of the whole sum, words that were dropped included
    ir::Chain fold_;      // the flag that word() left behind
    int fold_word_ = -1;  // and the word it belongs to
};

// The largest value of a number with these limbs.
mpz_class max_of(const Limbs& limbs);

}  // namespace limbsmith::algorithm
