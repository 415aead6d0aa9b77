// Products of numbers by three products of their halves (Karatsuba), the last of which are by matrices of bytes (product.hpp).
//
// x = x0 + B·x1 and y = y0 + B·y1 lie striped (striped.hpp), so that a lane has the words of both halves at one place. With
// z0 = x0·y0, z2 = x1·y1 and z1 = (x0 + x1)·(y0 + y1) the product is z0 + B·(z1 - z0 - z2) + B^2·z2. A word of a product stays a
// pair of words: 64 bits, of which the upper half belongs to the words above. The pairs of a product lie in shared memory, those of
// z1 in registers. They count modulo 2^64, since differences may be below 0: a pair of the product is a sum of at most four pairs of
// halves, with signs, and of two words where x0 + x1 and y0 + y1 carry.
#pragma once

#include "algorithm/tensor/sums.hpp"

namespace limbsmith::algorithm::tensor {

// Whether numbers with so many limbs a lane are multiplied so: halving gives whole limbs until matrices multiply the parts at once,
// with sums in registers for all tiles.
bool has_halves(int words);

class Karatsuba {
  public:
    // The words of shared memory for such numbers.
    static int size(const group::Lanes& lanes);
    // requires: has_halves(lanes.words).
    Karatsuba(const group::Lanes& lanes, const ir::Place& memory);
    // Writes what stays in the memory between products.
    void write_zeros() const;
    // Makes the pairs of x·y. The names of variables end in the suffix. requires: x and y are striped; the zeros are written.
    void multiply(const ir::Place& x, const ir::Place& y, const std::string& suffix) const;
    // r = lanes.words limbs of the product from that limb on, striped. Returns their carry; takes the one that the call for the limbs
    // below returned. The names of variables end in the suffix.
    Carry words(const ir::Place& r, int from, const Carry& carry, const std::string& suffix) const;

  private:
    // The low and the high words of pairs, of limb after limb.
    struct Pairs {
        ir::Place words;
        ir::Scalar first;
        int step;

        ir::Place low(const ir::Scalar& limb) const { return words[first + limb * step]; }
        ir::Place high(const ir::Scalar& limb) const { return words[first + (limb * step + 1)]; }
        Pairs from(int limb) const { return {words, first + limb * step, step}; }
    };
    // target = a + b or a - b, by the leaf.
    void combine(const char* leaf, const Pairs& target, const Pairs& a, const Pairs& b,
                 const ir::Place& limb) const;
    // Pairs of a limb of x and one of y.
    void write(const Pairs& pairs, const ir::Place& x, const ir::Place& y, int limbs) const;
    void read(const ir::Place& x, const ir::Place& y, const Pairs& pairs, int limbs) const;
    void add_word(const Pairs& target, const ir::Scalar& limb, const ir::Scalar& word) const;

    void product(const Pairs& z, const ir::Place& x, const ir::Place& y, int words,
                 const std::string& suffix) const;
    void product_of_halves(const Pairs& z, const ir::Place& x, const ir::Place& y, int half,
                           const std::string& suffix) const;
    void product_by_matrices(const Pairs& z, const ir::Place& x, const ir::Place& y,
                             const std::string& suffix) const;

    const group::Lanes& lanes_;
    ir::RoutineBuilder& builder_;
    group::Lanes part_;  // the same lanes, with the limbs of numbers that are multiplied by matrices
    Rows rows_;
    Columns columns_;
    Shapes shapes_;
    Sums sums_;
    Pairs pairs_;
};

}  // namespace limbsmith::algorithm::tensor
