// Batch gcd: which of many moduli have a factor in common with another one, by products in a pool of numbers.
//
// The idea is D. Bernstein's (How to find smooth parts of integers, 2004), and N. Heninger, Z. Durumeric, E. Wustrow
// and J. Halderman factored keys of the Internet by it (Mining your Ps and Qs, 2012): gcd(N, product of the others)
// for all moduli N, by a tree of products and a tree of remainders. Here are several trees, of groups of moduli,
// since products up to some length are fast, or longer ones do not exist. All groups do each step together, as one
// list of computations.
//
// 1. Products. P is the product of a node. D, its derivative, is the sum of P/N over its moduli N: D1·P2 + D2·P1 for
//    children 1 and 2. Modulo N, D is the product of the other moduli of the group. Bernstein's trees have remainders
//    modulo squares N^2 for this, which are twice as long on each level.
// 2. Cross remainders. For each group V, the product of D and all other groups, modulo P. Two neighbouring groups
//    have one product Q, made once. A round multiplies the V of each group by Q modulo P of the next pair: 5 products
//    of the length of P, since a reduction by a reciprocal (Barrett 1986) is two. One group after the other takes 6
//    for the two. With g groups these are 5·g·(g/2 - 1): fewer, the fewer groups there are, and so groups are as long
//    as products are fast. 10^6 moduli of 2,048 bits are 62 groups of 2^25 bits, with 9,300 products; 123 groups of
//    2^24 bits would take 37,500, one group after the other 45,000. Each pair of groups in one direction only takes
//    half as many, but finds one of two moduli that have a factor in common, and to find the other takes a second
//    tree of remainders.
// 3. Remainder trees. V modulo N is the product of all others, so it goes down the tree, as the fraction of V/P: that
//    of child 1 is the fraction of V/P·P2, and needs the leading bits only of that of its parent, as many as P1 has
//    (Bernstein, Scaled remainder trees, 2004). That is one product a node, and one reciprocal a group.
// 4. Leaves have a few moduli. gcd(P, V) is 1 for almost all of them; of the others the host looks at each modulus.
#pragma once

#include <gmpxx.h>

#include <span>
#include <vector>

#include "forest.hpp"
#include "hits.hpp"
#include "limbsmith/pool/pool.hpp"
#include "phases.hpp"

namespace batch_gcd {

// Operands of products may have so many bits more than groups.
inline constexpr uint64_t excess_bits = 512;

// requires: moduli > 1; the forest is theirs. Phases: load, product trees, reciprocals, cross remainders, remainder
// trees, gcds, read. Numbers stay in the pool.
std::vector<Hit> hits_by_pool(limbsmith::pool::Pool& pool, std::span<const mpz_class> moduli,
                              const Forest& forest, Phases& phases);

}  // namespace batch_gcd
