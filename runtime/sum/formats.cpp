// The values of half and bfloat16.
#include "limbsmith/sum/formats.hpp"

#include <cmath>
#include <cstring>
#include <limits>

namespace limbsmith::sum {

double to_double(half x) {
    const int exponent = x.bits >> 10 & 0x1f, fraction = x.bits & 0x3ff;
    double magnitude;
    if (exponent == 0x1f) {
        magnitude = fraction == 0 ? std::numeric_limits<double>::infinity()
                                  : std::numeric_limits<double>::quiet_NaN();
    } else {
        magnitude = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction | 0x400, exponent - 25);
    }
    return x.bits & 0x8000 ? -magnitude : magnitude;
}

double to_double(bfloat16 x) {
    const std::uint32_t bits = std::uint32_t(x.bits) << 16;
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

}  // namespace limbsmith::sum
