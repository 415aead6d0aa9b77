// What the device can do at most: products, additions, bytes.
#pragma once

#include <functional>

#include "jit/device.hpp"
#include "row.hpp"

namespace limbsmith::bench {

// The best of several launches each; sums and copies are checked. Throws Error if they are wrong.
Rooflines measure_rooflines(runtime::Context& context);

}  // namespace limbsmith::bench
