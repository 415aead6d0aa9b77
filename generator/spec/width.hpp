// A precision in bits, and the values that follow from it.
#pragma once

#include <cstdint>

#include "operation/mapping.hpp"

namespace limbsmith {

inline constexpr int limb_bits = 32;
inline constexpr int max_bits = 1024;       // with one lane a number
inline constexpr int max_lane_bits = 1024;  // the part of a number that one of several lanes has
inline constexpr int max_lanes = Mapping::warp;
// Modulo a number on tensor cores: for powers in a warp each, and where 16 numbers of a warp share the modulus.
inline constexpr int max_tensor_power_bits = 16384, max_tensor_batch_bits = 8192;
inline constexpr int max_block_bits = 1 << 18;
// Products by rows are faster up to the first of these widths; transforms in a warp hold numbers up to the second.
inline constexpr int most_bits_of_rows = 8192, most_bits_of_warp = 16384;
inline constexpr int digit_bits = 30;  // of the signed digits in algorithm/digits.hpp

// Numbers below 2^bits in `limbs` 32-bit limbs, as many in each of the lanes, the least significant in lane 0.
// requires: 1 <= bits; bits <= max_bits with one lane, max_lane_bits·lanes in a warp, max_block_bits in a block
// (spec/mapping checks).
struct Width {
    int bits = 0;
    Mapping mapping{};

    int lanes() const { return mapping.lanes(); }
    // The limbs of a lane: ceil(bits/(32·lanes)).
    int lane_limbs() const { return (bits + limb_bits * lanes() - 1) / (limb_bits * lanes()); }
    // lanes·lane_limbs; ceil(bits/32) with one lane
    int limbs() const { return lanes() * lane_limbs(); }
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
        if (used <= 0) return 0;
        return used >= limb_bits ? UINT32_MAX : (uint32_t{1} << used) - 1;
    }
};

}  // namespace limbsmith
