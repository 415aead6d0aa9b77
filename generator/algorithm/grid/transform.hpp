// Transforms of numbers of any length, by several kernels: J. Cooley, J. Tukey, An algorithm for the machine
// calculation of complex Fourier series, Math. Comp. 19, 1965; D. Bailey, FFTs in external or hierarchical memory,
// 1990.
//
// A transform of M = 2^11 ... 2^21 words modulo each of three primes (ntt/tables.hpp) has log2 M levels. The first ones
// take words that are far apart, each thread 2^levels of them in registers:
//
//     first_E             E <= 5 levels from the words of a number: residues modulo all primes
//     pass_E              E more levels, in place
//     columns_L           6 <= L <= 10 levels at once, from the words of a number, in blocks of threads
//     product             the last ten levels, in segments of 1024 words, one for each warp; the product with the other
//                         number's transform; and the first ten levels of the inverse
//     sums_N              the same for sums of products, of kept transforms and of N that are computed here
//     inverse_E           E levels of the inverse, in place
//     columns_inverse_L   the last L levels of the inverse, in place
//
// resolve (sums.hpp) makes the product of the residues of its digits. The 11 levels of the largest transform are
// first_4, pass_4, pass_3.
//
// Residues lie in M words for each prime, one prime after the other.
#pragma once

#include <vector>

#include "ir/library.hpp"
#include "operation/device_grid.hpp"

namespace limbsmith::algorithm::grid {

using limbsmith::grid::least_size_bits, limbsmith::grid::most_size_bits;  // M = 2^11 ... 2^21
using limbsmith::grid::most_fresh, limbsmith::grid::operand_one;
using limbsmith::grid::most_levels, limbsmith::grid::segment_bits, limbsmith::grid::threads_of_columns;

// first_1 ... first_5, pass_3, pass_4, inverse_1 ... inverse_5
std::vector<ir::Routine> passes(const ir::Library& library);
// columns_6 ... columns_10, columns_inverse_6 ... columns_inverse_10
std::vector<ir::Routine> columns(const ir::Library& library);
// product, square; transform: the transform of a number that is kept, and product_kept with it; sums_0 ... sums_2: sums of
// products of kept transforms
std::vector<ir::Routine> products(const ir::Library& library);

// factors, mirrors: the tables that the others read, companions and mirrors, for 2^(size_bits - 5) columns
std::vector<ir::Routine> factors(const ir::Library& library);

}  // namespace limbsmith::algorithm::grid
