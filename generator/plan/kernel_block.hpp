// The blocks of kernels on batches of plain numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ir/library.hpp"
#include "spec/mapping.hpp"

namespace limbsmith::plan {

// The threads of a block, of which so many compute a number: one warp for each of the four parts of a multiprocessor; or
// all threads of the block that has the number.
constexpr uint32_t kernel_block(Mapping mapping) {
    return mapping.is_block() ? static_cast<uint32_t>(mapping.lanes()) : 128;
}

inline constexpr uint32_t most_blocks = 16;  // of 128 threads, that a multiprocessor runs at once
// How many of these blocks a multiprocessor is to run at once, which decides how many registers a thread may have; each has so
// many bytes of shared memory. (All measured on an H200.) A block that has a number: 512 threads or more, which is 128 registers;
// two blocks of 1,024 threads, or else one waits while the other reads, unless transforms take registers and shared memory.
// Warps that have numbers of their own: with products by matrices as many as have shared memory, and registers for the sums and
// shapes of these; with other shared memory, of transforms, 3; else 1.
inline constexpr int most_bytes_of_blocks = 227 << 10;  // shared memory of all blocks of a multiprocessor
uint32_t least_blocks(const ir::Routine& routine, const ir::Library& library, int shared_bytes);

// The same of blocks that compute a tile of numbers each: as many as there are shared memory and registers for.
constexpr int least_tiles(int threads, int registers, int shared_bytes) {
    constexpr int all_registers = 65536;
    return std::max(1, std::min(all_registers / (threads * registers), most_bytes_of_blocks / shared_bytes));
}
inline constexpr int registers_of_tile = 96;
// The registers of a thread that multiplies by matrices numbers in memory, which it does not keep (algorithm/tensor/expression).
int registers_by_matrices(const ir::Routine& routine, const ir::Library& library);

// The needs of a kernel: the bytes of shared memory of a block, and the blocks as above.
struct BlockNeeds {
    int shared_bytes;
    uint32_t blocks;
};
// Those of a kernel that does several of these: the most bytes; the fewest blocks, where some have shared memory of those alone, since
// the others ask for no number. requires: it does one or more.
BlockNeeds needs_of_all(const std::vector<BlockNeeds>& kernels);

}  // namespace limbsmith::plan
