// The check of the kernels on a GPU before their first use there.
#pragma once

#include "grid/gpu.hpp"

namespace limbsmith::grid {

// Compares products, divisions and roots of some numbers, in one and in several passes, with GMP. Throws
// runtime::WrongResult if they differ, unless the kernels passed before on this device with this driver and compiler,
// or LIMBSMITH_SELF_CHECK=off is set.
void self_check(Gpu& gpu);

}  // namespace limbsmith::grid
