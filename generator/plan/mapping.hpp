// Chooses how many lanes compute a number, by measured rates.
//
// mappings.json has the rates: powers modulo N, each number with its own N and an exponent of full length, for
// batches of several sizes, on one kind of GPU. bench/mappings.py makes it from results of
// `limbsmith bench --suite lanes`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "spec/width.hpp"

namespace limbsmith::plan {

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

// The width over the lanes of the fastest mapping; over the fewest lanes that hold it where none was measured.
Width fastest_mapping(int bits, uint64_t batch);

}  // namespace limbsmith::plan
