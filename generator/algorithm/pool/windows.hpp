// The windows of 4 bits by which pool_power_1 and pool_power read exponents, alike so that a turn means the same in both.
#pragma once

namespace limbsmith::algorithm::pool {

// Each window takes 4 squarings and a product by one of `powers` powers.
inline constexpr int window_bits = 4, powers = 1 << window_bits, turns_of_window = window_bits + 1;

}  // namespace limbsmith::algorithm::pool
