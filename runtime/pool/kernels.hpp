// The source of the kernels.
#pragma once

#include <string>

namespace limbsmith::pool {

// generated/pool.cu
const std::string& kernels_source();

}  // namespace limbsmith::pool
