// Transforms of numbers of any length, by several kernels: J. Cooley, J. Tukey, An algorithm for the machine calculation of
// complex Fourier series, Math. Comp. 19, 1965; D. Bailey, FFTs in external or hierarchical memory, 1990.
//
// A transform of M = 2^11 ... 2^21 words modulo each of three primes (ntt/tables.hpp) has log2 M levels. The first ones take
// words that are far apart, up to five levels in a kernel, each thread 2^levels words in registers:
//
//     first_E    E levels from the words of a number: residues modulo all primes
//     pass_E     E more levels, in place
//     product    the last ten levels, in segments of 1024 words, one for each warp; the product with the other number's
//                transform; and the first ten levels of the inverse
//     inverse_E  E levels of the inverse, in place
//
// resolve (sums.hpp) makes the product of the residues of its digits.
// Residues lie in M words for each prime, one prime after the other.
#pragma once

#include <vector>

#include "ir/library.hpp"

namespace limbsmith::algorithm::grid {

inline constexpr int least_size_bits = 11, most_size_bits = 21;  // M = 2^11 ... 2^21
inline constexpr int most_levels = 5;                            // of a kernel
inline constexpr int segment_bits = 10;

// first_1 ... first_5, pass_1 ... pass_5, inverse_1 ... inverse_5
std::vector<ir::Routine> passes(const ir::Library& library);
// product, square; transform: the transform of a number that is kept, and product_kept with it
std::vector<ir::Routine> products(const ir::Library& library);

// factors, mirrors: the tables that the others read, for 2^(size_bits - 5) columns
std::vector<ir::Routine> factors(const ir::Library& library);

}  // namespace limbsmith::algorithm::grid
