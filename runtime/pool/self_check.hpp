// The check of the kernels of pools on a GPU before their first use there.
#pragma once

#include <string>

#include "pool/gpu/device.hpp"

namespace limbsmith::pool {

// Computes edges of all operations and mappings, and compares with the host's engine. Returns the first difference, or
// nothing. Uses slots from 0 on, and leaves the engine without numbers.
std::string difference_from_host(Device& device);

// Throws runtime::WrongResult if there is a difference, unless the kernels passed before on this device with this driver
// and compiler, or LIMBSMITH_SELF_CHECK=off is set. `description` is that of the device.
void self_check(Device& device, const std::string& description);

}  // namespace limbsmith::pool
