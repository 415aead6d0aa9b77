// The source of the kernels.
#pragma once

#include <string>

namespace limbsmith::sum {

// kernels.cu
const std::string& kernels_source();

}  // namespace limbsmith::sum
