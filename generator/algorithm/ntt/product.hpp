// Exact products of numbers that lie in the threads of a block, by transforms modulo three primes.
//
// Exactness: a transform has M = 32·T words for T threads, and numbers have at most M/2 limbs, so that no digit of the
// product wraps around. A digit is a sum of at most M/2 <= 2^13 products of two words, below 2^77; the primes' product
// is above 2^87. So the residues modulo the primes determine the digit (Chinese remainder theorem), and Garner's
// algorithm gives it; so do those of the sum of two products. Digits are added with their carries: a thread adds runs of
// digits in a row, and leaves for each run its words and two more, which the next run takes. Both are numbers, whose sum
// is the product.
#pragma once

#include "algorithm/group/lanes.hpp"

namespace limbsmith::algorithm::ntt {

// Whether the group can have them: a warp of 9 to 16 limbs a lane, or a block of 64 to 512 threads with at most 16.
bool has_products(int lanes, int words);
// Whether the library has leaves(), which they call: then routines of the library multiply in this way.
bool has_products(const ir::Library& library);

// r = a·b, or a^2 where b is null; a thread has twice as many limbs of r.
void product(const group::Lanes& lanes, const ir::Place& r, const ir::Place& a, const ir::Place* b);
// r = a·b mod 2^(32·limbs), or of a^2 where b is null or the word `is_square` is not 0, which is the same for all
// threads
void low_product(const group::Lanes& lanes, const ir::Place& r, const ir::Place& a, const ir::Place* b,
                 const ir::Place* is_square = nullptr);
// r = a·b + c·d mod 2^(32·limbs), with one inverse transform
struct Factors {
    ir::Place a, b, c, d;
};
void low_sum(const group::Lanes& lanes, const ir::Place& r, const Factors& of);
// low + 2^(32·limbs)·high = a·b
void product_halves(const group::Lanes& lanes, const ir::Place& low, const ir::Place& high,
                    const ir::Place& a, const ir::Place& b);

}  // namespace limbsmith::algorithm::ntt
