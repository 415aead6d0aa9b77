// The reduction of products modulo one known N, for 16 numbers of a warp at once: they are the rows of A, and B is a Toeplitz
// matrix of a constant, which all numbers share.
//
// As in montgomery.hpp, R = 2^(32·limbs), N' = -N^-1 mod R, q = t_low·N' mod R and r = (t + q·N)/R < 2N for a t below R·N. A
// *block* is 32 words, 128 bytes; block m of a product is the sum over k of block k of the numbers times the constant's
// matrix at distance m - k. Column 2x + y of matrix (D, w, s) is a column of bytes of the product, and its element at 16u + 4t
// + i stands for byte 8t + 4u + i of 32 bytes of the numbers:
//
//     B(D, w, s)[16u + 4t + i][2x + y] = c[32·D + 8x + 4w + 2s + y - 8t - 4u - i]
//
// So lane 4g + t gets the four columns of bytes of words 2t + w, w < 2, of eight words of rows g and g + 8, which are the words
// that it has of these rows in A: no word of q goes to another lane. The two words of a lane add up to a digit of 64 bits, and to a
// word that is over it, for the next lane. A block has 16 digits, of which carries go through at once: bits 4j + t of one word say
// which of them generate a carry, and those of another which pass it on.
//
// The lower half of q·N is not made. Let c be its columns, n their number: sum of c[i]·2^(8i) + t_low = k·R. So
// k·2^16 = 2^8·c[n-1] + c[n-2] + floor(c[n-3]/2^8) + floor(t_low/2^(8n-16)) + e, where e < 2 + sum of c[n-4-i]/2^(16+8i) < 4096, as
// columns are below 2^26: 1,024 products of bytes. Rounding up gives k.
#pragma once

#include <gmpxx.h>

#include <functional>

#include "algorithm/tensor/slots.hpp"

namespace limbsmith::algorithm::tensor {

class SharedModulus {
  public:
    // Puts the matrices of N and N' into shared memory. requires: a warp, with the limbs of max_tensor_batch_bits at most; N is odd
    // and below R; pair_leaves() are in the library.
    SharedModulus(const group::Lanes& lanes, const Slots& slots, const mpz_class& n);
    // The upper half of each number of the slots becomes t·R^-1 mod N, canonical, for a number t below R·N. The lower half has no
    // meaning then. Barriers stand before and behind it.
    void reduce() const;

  private:
    using EachDigit =
        std::function<void(const ir::Place& j, const ir::Place& which, const ir::Scalar& digit)>;

    // The digits of a block: digit `digit` of an array is digit j of both numbers' four, of number `which`.
    void each_digit(const EachDigit& body) const;
    // The 16 words that a lane has of digits, and of slots from word `block` on (Slots::own).
    void each_word(const std::function<void(const ir::Place& part)>& body) const;
    ir::Place word(const ir::Place& digits, const ir::Scalar& part) const;
    ir::Place own(const ir::Scalar& block, const ir::Scalar& part) const;

    // Adds a block of the numbers, from `word` on, times the matrices of a constant at distances D + d for first <= d < end.
    void add_block(int constant, const ir::Scalar& D, const ir::Scalar& word, int first, int end) const;
    void clear_sums() const;
    void make_digits() const;
    // Adds to the digits those words that are over the digits below, and the carries.
    void carry() const;
    void subtract_modulus(const ir::Scalar& block) const;
    // Replaces the bits of digits that generate a carry and of those that pass it on by bits 4j, for carries into digits j of the
    // lane; `in` is a carry into the block, and becomes the one out of it.
    void look_ahead(const ir::Place& in) const;
    void make_q() const;
    void carry_of_low_half() const;
    void make_r() const;
    void choose() const;

    const group::Lanes& lanes_;
    ir::RoutineBuilder& builder_;
    const Slots& slots_;
    int blocks_, words_;  // of a number
    ir::Place memory_, column_, top_column_, before_;
    ir::Place sums_, a_, b_, digits_, overs_, q_;
    ir::Place less_, addend_, carry_, given_;
    ir::Place up_, in_, borrow_, bits_,
        top_;  // a word for each number: over the digit below, carries into the next block
};

}  // namespace limbsmith::algorithm::tensor
