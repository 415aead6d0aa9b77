// Chooses how many lanes compute a number, by measured rates.
//
// The rates (rates.hpp) are of powers modulo N, each number with its own N and an exponent of full length, for batches
// of several sizes, on one kind of GPU.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "operation/mapping.hpp"

namespace limbsmith::choice {

struct MappingRate {
    Mapping mapping;
    double per_second;
};

// The rates at the measured width that is nearest to the asked one, as a ratio.
struct MappingRates {
    std::string device;
    int measured_bits;
    std::vector<MappingRate> rates;  // of the mappings that hold the width, the fastest first
};

// The size of a batch that keeps every GPU busy.
inline constexpr uint64_t any_batch = UINT64_MAX;

// For a batch of so many numbers: between measured sizes rates are interpolated, as powers of the size; below the
// smallest one they are proportional to it. Mappings whose lanes would not all have the same number of limbs are
// left out, so numbers have as many limbs as in one thread. `rates` is empty if no measured mapping holds the width.
MappingRates mapping_rates(int bits, uint64_t batch);

// One thread for numbers of up to bits_of_lane, else the fewest lanes of a warp that hold them (measured: fewer are
// faster), or else a block, whose threads have about 16 limbs each.
Mapping nearest_mapping(int bits);
// A block with so many threads.
Mapping block_for(int bits);
// The fastest mapping; the nearest one where none was measured.
Mapping fastest_mapping(int bits, uint64_t batch);

// On tensor cores, `--map tensor` computes the same numbers by a warp each. Whether that is faster than the fastest of the
// other mappings, for an operation that it computes by matrices: products and squares of which all words are wanted, or the low
// half and expressions; powers modulo N. False for widths whose limbs a warp has no equal parts of.
enum class ByMatrices : uint8_t { product, square, low_product, power };
bool is_tensor_faster(ByMatrices operation, int bits, uint64_t batch);

// The least batch that warps with 16 numbers each compute on such a GPU, rather than a warp for each number: modulo one known N, or
// of whole numbers.
uint64_t least_tensor_batch(uint64_t multiprocessors, int bits, bool is_modular);

}  // namespace limbsmith::choice
