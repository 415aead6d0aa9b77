// The source of the kernels.
#pragma once

#include <string>
#include <vector>

#include "jit/compiler.hpp"

namespace limbsmith::sum {

// kernels.cu
const std::string& kernels_source();
// The files that it includes.
const std::vector<runtime::Header>& kernels_headers();

}  // namespace limbsmith::sum
