// The suites `block` and `products`: the programs of Oancea and Watt, on whole numbers of 2^11 to 2^18 bits from memory.
#pragma once

#include "bench/schedule.hpp"

namespace limbsmith::bench {

// Sums, products of the low half, an expression of them, full products, by the fastest way.
void add_block(Schedule& schedule);

// Products of the low half, and the expression, by rows, by transforms, and as `auto` takes them where that is neither.
void add_products(Schedule& schedule);
// Products and powers by matrices of bytes, on tensor cores, and over the lanes that are usual.
void add_tensor(Schedule& schedule);

}  // namespace limbsmith::bench
