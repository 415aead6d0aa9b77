// A precision in bits and what follows from it.
#pragma once

#include <cstdint>

namespace limbsmith {

inline constexpr int limb_bits = 32;
inline constexpr int max_bits = 1024;
inline constexpr int digit_bits = 30;  // of the signed digits in algorithm/digits.hpp

// Numbers below 2^bits in `limbs` 32-bit limbs. requires: 1 <= bits <= max_bits (spec/parse checks).
struct Width {
    int bits = 0;

    // ceil(bits/32)
    int limbs() const { return (bits + limb_bits - 1) / limb_bits; }
    // ceil(bits/8)
    int bytes() const { return (bits + 7) / 8; }
    // ceil(2·bits/32): the limbs of a product
    int wide_limbs() const { return (2 * bits + limb_bits - 1) / limb_bits; }
    // 32·limbs: numbers of the container are taken modulo 2 to this
    int container_bits() const { return limb_bits * limbs(); }
    // No bit of the container lies above `bits`, so that a sum can leave it.
    bool is_full() const { return bits == container_bits(); }
    // The largest value of limb i of a number below 2^bits.
    uint32_t limb_max(int i) const {
        const int used = bits - limb_bits * i;
        return used >= limb_bits ? UINT32_MAX : (uint32_t{1} << used) - 1;
    }
};

}  // namespace limbsmith
