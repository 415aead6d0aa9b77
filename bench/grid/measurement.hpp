// The measurement of numbers of any length, by the kernels of runtime/grid.
#pragma once

#include "bench/measurement.hpp"
#include "task.hpp"

namespace limbsmith::bench {

std::unique_ptr<Measurement> measure_grid(const GridTask& task);

}  // namespace limbsmith::bench
