// Rates that were measured, by which mappings are chosen. All of them stand here; the choosers are in this room.
//
// On an H200, and for the host on 16 cores of the Xeon beside it with GMP 6.3; an H100 and other hosts are not far from
// that. A choice has to be right within a factor of two, not more.
#pragma once

#include <array>
#include <cstdint>

namespace limbsmith::choice::rates {

// --- Numbers below 2^bits over lanes.

// Powers modulo N, each number with its own N and an exponent of full length, for batches of several sizes.
// bench/lanes/mappings.py makes the rows from results of `limbsmith bench --suite lanes`.
struct Power {
    int bits, lanes;
    double batch, per_second;
};
inline constexpr const char* device_of_powers = "NVIDIA H200";
inline constexpr Power powers[] = {
    {1024, 1, 100, 15280},      {1024, 1, 1000, 152200},     {1024, 1, 10000, 1521000},
    {1024, 1, 100000, 3511000}, {1024, 1, 1216512, 3550000}, {1024, 2, 100, 24830},
    {1024, 2, 1000, 248400},    {1024, 2, 10000, 1764000},   {1024, 2, 100000, 3077000},
    {1024, 4, 100, 39830},      {1024, 4, 1000, 399300},     {1024, 4, 10000, 1879000},
    {1024, 4, 100000, 2569000}, {1024, 8, 100, 44150},       {1024, 8, 1000, 443000},
    {1024, 8, 10000, 1609000},  {1024, 8, 100000, 1866000},  {2048, 2, 100, 3852},
    {2048, 2, 1000, 38270},     {2048, 2, 10000, 274700},    {2048, 2, 100000, 445600},
    {2048, 2, 405504, 439700},  {2048, 4, 100, 6692},        {2048, 4, 1000, 66790},
    {2048, 4, 10000, 296100},   {2048, 4, 100000, 406600},   {2048, 8, 100, 10930},
    {2048, 8, 1000, 109200},    {2048, 8, 10000, 317100},    {2048, 8, 100000, 348300},
    {2048, 16, 100, 12010},     {2048, 16, 1000, 120000},    {2048, 16, 10000, 230800},
    {2048, 16, 100000, 256100}, {3072, 4, 100, 2186},        {3072, 4, 1000, 21560},
    {3072, 4, 10000, 91130},    {3072, 4, 100000, 129100},   {3072, 4, 202752, 129100},
    {3072, 8, 100, 3849},       {3072, 8, 1000, 38570},      {3072, 8, 10000, 107100},
    {3072, 8, 100000, 117900},  {3072, 16, 100, 5583},       {3072, 16, 1000, 55730},
    {3072, 16, 10000, 88020},   {3072, 16, 100000, 95740},   {4096, 4, 100, 942.5},
    {4096, 4, 1000, 9353},      {4096, 4, 10000, 34640},     {4096, 4, 100000, 57510},
    {4096, 4, 101376, 58270},   {4096, 8, 100, 1753},        {4096, 8, 1000, 17500},
    {4096, 8, 10000, 48630},    {4096, 8, 100000, 53180},    {4096, 16, 100, 2881},
    {4096, 16, 1000, 28780},    {4096, 16, 10000, 42350},    {4096, 16, 100000, 45790},
    {4096, 32, 100, 3099},      {4096, 32, 1000, 24410},     {4096, 32, 10000, 32160},
    {4096, 32, 100000, 33110},
};

// The same on tensor cores: a warp has a number. Wider ones are like 4,096 bits: 4,752 powers of 8,192 bits are 2.4 times as fast as
// over 8 lanes, of 16,384 bits 2.9 times as fast as over 32.
struct TensorPower {
    int bits;
    double batch, per_second;
};
inline constexpr TensorPower tensor_powers[] = {
    {1024, 100, 135800}, {1024, 1000, 1166000}, {1024, 10000, 1780000}, {1024, 100000, 1825000},
    {2048, 100, 47300},  {2048, 1000, 371800},  {2048, 10000, 507000},  {2048, 100000, 526100},
    {3072, 100, 23810},  {3072, 1000, 172900},  {3072, 10000, 215900},  {3072, 100000, 222700},
    {4096, 100, 14610},  {4096, 1000, 91900},   {4096, 10000, 104800},  {4096, 100000, 107900},
};
// The widths at which tensor cores are faster than any other mapping.
struct Widths {
    int least, most;
};
inline constexpr Widths tensor_products{2048, 32768}, tensor_squares{2048, 16384},
    low_tensor_products{3072, 32768};  // and expressions

// Modulo one N a warp reduces 16 numbers at once if each multiprocessor has so many bits of numbers: three rounds of the blocks that it
// runs at once, and some, since the last round takes as long as a full one. (Powers of 2,048 bits: 549 k/s of 67,584 numbers, in
// place of 490 k/s.)
inline constexpr uint64_t tensor_bits_of_multiprocessor = 640 * 2048;
// The same of whole numbers: 1.13 times as fast as a warp for each number at 2^18 numbers of 2,048 bits, 1.18 times at 2^21. Whole
// products of these widths are faster by a warp for each number, whose registers have the sums and little beside them (0.94 to 1.01).
inline constexpr uint64_t whole_tensor_bits_of_multiprocessor = 4 << 20;
inline constexpr Widths exact_tensor_products_one_by_one{3073, 8192};

// --- Products of 2^11 to 2^13 bits by tiles; at 2^14 bits transforms are faster by 5 %. On an H100.

inline constexpr int least_limbs_of_tiles = 64, most_limbs_of_tiles = 256, block_of_tile = 8;
// Few warps have long runs of diagonals, which wait for each other less; an expression takes more shared memory, so that a
// multiprocessor has fewer tiles, and more warps each.
inline constexpr int least_limbs_of_four_warps = 192, least_limbs_of_expressions_by_four_warps = 96,
                     least_limbs_of_expressions_by_eight_warps = 192;

// --- Numbers of a pool, in units of 256 bits. Times are microseconds.

// From so many units on the grid computes a product, and a sum, for which a warp would need many turns.
inline constexpr uint32_t least_units_of_transforms = 256, least_units_of_long_sums = 4096;
// Longer ones have no kernel that is worth it: a thread would take seconds. The last bin of powers ends here.
inline constexpr uint32_t most_units_of_gcd = 4096, most_units_of_power = 31;
// A group is not worth its exchanges where its numbers are short: from so many units on sums have more lanes.
inline constexpr uint32_t least_units_of_sums_by_lanes = 3, least_units_of_sums_by_warps = 32;
// Lanes of products, where these are many: from so many units on twice as many.
inline constexpr std::array<uint32_t, 4> units_of_more_lanes{6, 24, 128, 192};
inline constexpr uint32_t least_units_of_products_by_lanes = 4;
inline constexpr uint64_t few_lanes = 1u << 16, few_lanes_with_columns = 1u << 18,
                          very_many_products = 1u << 19;

// A product of two numbers of u units takes u^2 products of units: one of them in a lane, and each of many in all of the
// device; a level has a fixed cost besides.
inline constexpr double unit_product = 0.16, unit_product_of_many = 1.0 / 65'000, least_time = 40;
// A group of kernels with copies of its own, and a unit in it, for all of the device.
inline constexpr double grid_part = 160, grid_unit = 7e-4;
// A launch, and a unit that is read and written.
inline constexpr double launch = 6, moved_unit = 4e-5;

// A thread for each, which takes a while, however few there are: of `count` computations of u units,
// start + by_unit*u + u^power*(one + many*count).
struct ByThreads {
    double start, by_unit;
    int power;
    double one, many;
};
inline constexpr ByThreads division{20, 0, 2, 0.32, 3.2e-5}, gcd{15, 12, 2, 2.2, 1e-4};
// With an exponent as long as the modulus: 320·u products of 2·u^2 + u products of units.
inline constexpr ByThreads power{60, 0, 3, 200, 0.0065};
// A division by transforms.
inline constexpr double division_start = 1200, division_part = 1.9, division_unit = 0.0035;
// Powers over lanes: 320·u products of u rows one after the other, and as many warps as the device runs as fast as one.
inline constexpr double power_start = 60, power_row = 0.53, power_product = 0.4, least_warps = 720;

}  // namespace limbsmith::choice::rates
