// The measurement of a task of a pool.
#pragma once

#include "bench.hpp"
#include "bench/measurement.hpp"

namespace limbsmith::bench {

// Measures one mapping or, with nullopt, those that the engine chooses.
std::unique_ptr<Measurement> measure_pool(std::shared_ptr<PoolBench> bench, const PoolTask& task,
                                          const std::optional<Mapping>& only);

}  // namespace limbsmith::bench
