// Products of numbers that lie in several lanes by other ways than rows: by transforms (ntt/product.hpp) or by matrices of bytes
// (tensor/product.hpp), as the leaves of the library say.
#pragma once

#include "algorithm/group/lanes.hpp"
#include "algorithm/ntt/product.hpp"

namespace limbsmith::algorithm::group {

// Whether routines of the library multiply in such a way; the functions below require it.
bool has_long_products(const ir::Library& library);

// r = a·b, or a^2 where b is null; a lane has twice as many limbs of r.
void long_product(const Lanes& lanes, const ir::Place& r, const ir::Place& a, const ir::Place* b);
// r = a·b mod 2^(32·limbs), or of a^2 where the word `is_square`, if there is one, is not 0; it is the same for all lanes.
void long_low_product(const Lanes& lanes, const ir::Place& r, const ir::Place& a, const ir::Place& b,
                      const ir::Place* is_square = nullptr);
// Whether a·b + c·d takes less than two products; r = that mod 2^(32·limbs).
bool has_long_sums(const ir::Library& library);
void long_low_sum(const Lanes& lanes, const ir::Place& r, const ntt::Factors& of);
// low + 2^(32·limbs)·high = a·b
void long_product_halves(const Lanes& lanes, const ir::Place& low, const ir::Place& high, const ir::Place& a,
                         const ir::Place& b);

}  // namespace limbsmith::algorithm::group
