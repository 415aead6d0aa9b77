// The roots of unity of the transforms of a block, in the order in which its threads read them.
//
// A transform of M = 1024·warps words splits a polynomial modulo x^M - 1 into halves, level by level: block b of level
// l stands for the polynomial modulo x^(M/2^l) - f^2, and its two halves are those modulo x^(M/2^(l+1)) -+ f, where the
// factor f of block b is the root of order 2^20 to the power of b with its bits reversed, whatever the level. So the
// factors of the five levels that begin at block B are those of the blocks (B << l) + j: a *column* of 31 factors,
// entry 2^l + j. The inverse multiplies by inverses: minus the inverse of the factor of block b is that of the block
// which mirrors b among those with as many bits, so its column is that of another block, or a column of its own for
// block 0.
#pragma once

#include <cstdint>
#include <vector>

#include "operation/device_grid.hpp"

namespace limbsmith::algorithm::ntt {

inline constexpr int levels_of_pass = limbsmith::grid::most_levels,
                     words_of_lane = limbsmith::grid::words_of_thread;
inline constexpr int words_of_warp = 32 * words_of_lane;

// A table has for each prime, for each pair of entries 2·i and 2·i + 1, for each column their factors and companions,
// four words; `columns` + 1 columns: those of the blocks 0 ... columns - 1, and the one that mirrors block 0.
std::vector<uint32_t> columns_table(int columns);
// The index of a pair's first word is ((prime·16 + i)·(columns + 1) + column)·4.
inline constexpr int pairs_of_column = words_of_lane / 2;

// The companions alone, four words for entries 4·i ... 4·i + 3: the index of the first is ((prime·8 + i)·pitch +
// column)·4, where pitch = columns + 8 and the column that mirrors block 0 is `columns`. The rest of the pitch is 0; it
// aligns the reads of a warp.
std::vector<uint32_t> companions_table(int columns);
using limbsmith::grid::padding_of_columns, limbsmith::grid::quads_of_column;

// For each prime and each block b < count, its factor and companion.
std::vector<uint32_t> factors_table(int count);
// The same of minus the inverses of the factors.
std::vector<uint32_t> inverse_factors_table(int count);
// The column that mirrors each block b < count; for block 0 it is `columns`.
std::vector<uint32_t> mirrors_table(int count, int columns);

// For each prime p, the leaves read p, 2^32 - p, 2^32 - 2p, 2^32 - 4p, 2p, n0inv.
enum PrimeWord { prime, minus_p, minus_2p, minus_4p, twice_p, n0inv, words_of_prime };
std::vector<uint32_t> primes_table();

}  // namespace limbsmith::algorithm::ntt
