// Reads kernels on numbers of any length (generated/grid.cu, generated/pool.cu), and compares all of them with
// their proofs and descriptions.
#pragma once

#include <string>

#include "catalogue/device_kernels.hpp"
#include "read/header.hpp"

namespace limbsmith::read {

// Throws Difference, Unreadable.
Found read_device_source(const std::string& text, const catalogue::DeviceKernels& all, Proofs proofs);
// The same. Throws Error (refuted) with the line that differs.
Found require_as_proved(const std::string& text, const catalogue::DeviceKernels& all, Proofs proofs);

}  // namespace limbsmith::read
