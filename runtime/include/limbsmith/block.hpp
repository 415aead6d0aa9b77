// The blocks of kernels whose threads compute numbers together.
//
// Compiles with nvcc, NVRTC, g++ and clang++ as C++17 and later.
#pragma once

namespace limbsmith::detail {

// How many blocks of four warps with numbers of their own a multiprocessor is to run at once, if they have shared
// memory: those that need little of it compute products by matrices, and wait for memory unless there are many (measured on an H200).
template <int shared_bytes>
constexpr int least_blocks_of_warps = shared_bytes == 0                ? 1
                                      : shared_bytes > (60 << 10)      ? 2
                                      : shared_bytes > (60 << 10) / 3  ? 3
                                      : shared_bytes < (60 << 10) / 10 ? 10
                                                                       : (60 << 10) / shared_bytes;

// How many blocks a multiprocessor is to run at once, which decides how many registers a thread may have, where so many
// threads compute a number. Warps that have numbers of their own: as above. A block that has a
// number: 512 threads or more, which is 128 registers; two blocks of 1,024 threads, or else one waits while the other
// reads, unless transforms take registers and shared memory.
template <int lanes, int shared_bytes>
constexpr int least_blocks = lanes <= 32                          ? least_blocks_of_warps<shared_bytes>
                             : lanes < 512                        ? 512 / lanes
                             : lanes == 1024 && shared_bytes == 0 ? 2
                                                                  : 1;

// The same of tiles: as many as there is shared memory for, if a thread still has 96 registers.
template <int threads, int shared_bytes>
constexpr int least_tiles = 640 / threads <= (227 << 10) / shared_bytes ? 640 / threads
                            : shared_bytes <= (227 << 10)               ? (227 << 10) / shared_bytes
                                                                        : 1;

}  // namespace limbsmith::detail
