// The wide-multiply roofline of the device here: how many 32x32+64-bit multiply-adds it does in a second.
#pragma once

#include "jit/device.hpp"

namespace limbsmith::bench {

// Wide products a second, the best of several launches; sums checked on the host. Throws Error if they are
// wrong.
double measure_wide_products(runtime::Context& context);

}  // namespace limbsmith::bench
