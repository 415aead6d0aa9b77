// Which lanes compute a number of a pool: by the crossovers that were measured (rates.hpp).
#pragma once

#include <cstdint>
#include <optional>

#include "operation/integers.hpp"
#include "operation/mapping.hpp"

namespace limbsmith::pool {

// The computations of a level that one kernel computes.
struct Work {
    uint64_t count = 0;
    double all = 0;  // products of units, if they are products

    void add(uint32_t units, uint64_t computations);
};

// The mapping of a bin (operation/device_pool.hpp), of the first of the operations that a kernel computes: numbers of at least so many
// units, part of this work. `only`: that one wherever it is possible, to compare mappings. nullopt: the device has no
// kernel for it.
std::optional<Mapping> mapping(Operation operation, uint32_t units, const Work& work,
                               const std::optional<Mapping>& only = {});

// Microseconds of so many products of that many units each, by groups of lanes.
double product_time(double units, double count, uint32_t lanes);

}  // namespace limbsmith::pool
