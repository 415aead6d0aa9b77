// Exact products of numbers that lie in the lanes of a warp, as products of matrices of bytes on tensor cores.
//
// A number of 32 lanes of V limbs is a polynomial of n = 128·V bytes with its value at 2^8. Column c of the product is the sum
// of a[z]·b[c - z] over all z, at most 255^2·n, which is below 2^31: so all columns are exact. A *tile* is 128 columns, the
// words 32·T ... 32·T + 31 of the product, and has the rows g and g + 8 of a matrix for each of eight groups g of lanes: the
// columns from 128·T + 16·g on, and those from two before. Its value is the sum over p of A(p)·B(p - 4·T), where
//
//     A(p)[g][k] = a[16·g + 32·p - 112 + k],     A(p)[g + 8][k] the same of a[... - 2]
//     B(d)[k][n] = b[4·floor(n/2) + n mod 2 + 2 - k + 112 - 32·d]
//
// and bytes outside of a number are 0. Both are Toeplitz matrices: A is read from two copies of a, of which one is moved by
// two bytes, B from two copies of b with its bytes in reverse, and nothing is expanded in memory. Lane l gets the four
// columns of word 32·T + l. A lane adds up 2·V words in a row, which it takes from shared memory, with the carries of the
// words below; carries go through all lanes at once.
#pragma once

#include "algorithm/group/lanes.hpp"

namespace limbsmith::algorithm::tensor {

// Whether the library has columns() (leaves.hpp) and the wide leaves of a group, which they call: then routines of the library multiply in this way.
bool has_products(const ir::Library& library);

// requires of all: a warp.
// r = a·b; a thread has twice as many limbs of r.
void product(const group::Lanes& lanes, const ir::Place& r, const ir::Place& a, const ir::Place& b);
// r = a·b mod 2^(32·limbs)
void low_product(const group::Lanes& lanes, const ir::Place& r, const ir::Place& a, const ir::Place& b);
// low + 2^(32·limbs)·high = a·b
void product_halves(const group::Lanes& lanes, const ir::Place& low, const ir::Place& high,
                    const ir::Place& a, const ir::Place& b);

}  // namespace limbsmith::algorithm::tensor
