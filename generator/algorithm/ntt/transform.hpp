// Transforms of numbers that lie in the threads of a block, as parts of routines.
//
// A number of T threads of L limbs is a polynomial of words with its value at 2^32. A transform has M = 32·T words, a
// *segment* of 1024 of them for each of the W warps of the block. Modulo one prime at a time:
//
//     head   the first log2 W levels take words of all segments, by shared memory; the first level has nothing to compute,
//            since the upper half of the words is 0
//     pass   five levels of a warp on its own segment, on 32 words in the registers of each thread, 32 apart
//     pass   the last five, on 32 words in a row
//
// and the inverse in the reverse order (Gentleman, Sande), but for its last log2 W levels: Product computes them where
// it reads the residues. Shared memory has a region of M words for each prime, padded by four words for each 32, so
// that neither words 32 apart nor words in a row meet in one bank. Sources: J. Cooley, J. Tukey 1965; D. Harvey 2014
// (leaves.hpp).
#pragma once

#include <string>
#include <vector>

#include "algorithm/group/lanes.hpp"
#include "algorithm/ntt/passes.hpp"

namespace limbsmith::algorithm::ntt {

// A transform over the 32 lanes of a warp, or over a block of T threads: 2 to 16 warps.
class Transform {
  public:
    // Declares tables and shared memory in the routine. requires: holds(lanes.count, lanes.words).
    explicit Transform(const group::Lanes& lanes);
    // At most 16 limbs a thread; a warp has more than 8, since rows are faster for fewer.
    static bool holds(int lanes, int words);

    // Puts the limbs of a number into shared memory. Both numbers have their place in the region of the last prime,
    // which the products modulo the primes before leave as it is. A barrier follows.
    enum class Operand { first, second };
    void load(const ir::Place& a, Operand operand) const;
    // The region of the prime of index k gets the inverse transform, up to its last levels, of the product of the
    // transforms of the numbers: words below 2p. The second number is the first one if nothing was loaded for it, or
    // where `is_square` is not 0, which is the same for all threads.
    enum class Other : uint8_t { none, loaded, chosen };
    void multiply(const ir::Place& k, Other other, const ir::Scalar& is_square) const {
        begin(k);
        product(k, other, is_square);
        inverse(k);
    }
    // The same in parts: where the words of the prime lie; the product of the transforms, in the registers of the threads; and
    // its inverse transform. A barrier stands between the product and the next load().
    void begin(const ir::Place& k) const;
    void product(const ir::Place& k, Other other, const ir::Scalar& is_square) const;
    void inverse(const ir::Place& k) const;
    // sum = sum + the product, below 2p, for a sum below 2p; the product = sum.
    void add_to(const ir::Place& sum, const ir::Place& k) const;
    void take(const ir::Place& sum) const;

    // A word of the region of a prime.
    ir::Place word(const ir::Scalar& k, const ir::Scalar& index) const;
    // The v-th word in segment s from a place on that all segments share: padded(its index in a segment). requires: no
    // multiple of 32 lies between.
    ir::Place word_from(const ir::Place& first, int k, const ir::Scalar& s, const ir::Scalar& v) const;
    int warps() const { return warps_; }
    const group::Lanes& lanes() const { return lanes_; }

    // The last log2 W levels of the inverse, on word `at` of `words` elements for each segment; element s·stride + at.
    // `is_low`: only the lower half of the segments is wanted.
    void last_levels(int prime, const ir::Place& words, int stride, const ir::Scalar& at, bool is_low) const;

  private:
    int first_of(Operand operand) const;  // its first word in the region
    void take_words(const ir::Scalar& k, Operand operand, const ir::Place& x) const;
    void head(const ir::Scalar& k, const ir::Place& x) const;
    Segment segment() const { return {builder_, shared_, apart_, row_}; }

    const group::Lanes& lanes_;
    ir::RoutineBuilder& builder_;
    Passes passes_;
    int warps_, region_;
    ir::Place shared_, columns_of_warps_, columns_of_lanes_, factors_, inverse_factors_, mirrors_;
    ir::Place lane_, warp_, x_, y_;
    // Indices in shared memory: of the first word that a thread takes; of the first words, of the own segment, that are
    // 32 apart, and in a row; of the own columns.
    ir::Place source_, apart_, row_, own_column_;
};

}  // namespace limbsmith::algorithm::ntt
