// Many computations on the cores of the host.
#pragma once

#include <gmp.h>

#include <functional>
#include <span>

#include "pool/task.hpp"

namespace limbsmith::pool {

// Computes all tasks, the longest first; `memory` is that of the numbers. `report` is told how many tasks are done, from
// any thread; it may be empty.
void compute(std::span<Task> level, mp_limb_t* memory, unsigned threads,
             const std::function<void(size_t)>& report);

}  // namespace limbsmith::pool
