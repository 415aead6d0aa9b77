// The mapping: how many threads of a GPU compute one number together.
#pragma once

#include <string>
#include <string_view>

#include "spec/modulus.hpp"
#include "spec/width.hpp"

namespace limbsmith {

inline constexpr int max_grid_bits = 1 << 25;  // of a number that all of a GPU computes

// The value of --map for a width: `thread`; `tpi:T` for T lanes of a warp, each with a part of every number;
// `block` or `block:T` for the T threads of a block; `auto`, which is one thread for up to max_bits, and otherwise
// as few lanes of a warp as hold the number (measured: fewer lanes are faster), or else a block. Throws usage_error for
// another text; unsupported, naming the nearest mapping, where so many lanes do not hold the width.
Width mapped(Width width, std::string_view text);
// The modulus of this value, with the lanes that --map says. Throws as Modulus, and unsupported for an even one
// over lanes, and for a block.
Modulus mapped_modulus(const mpz_class& n, std::string_view text);
// The same width; throws unsupported for a block, which has no arithmetic modulo a number.
Width without_block(Width width);
// ceil(bits/32): the limbs that a number has, whatever the mapping. Operations are modulo 2^(32·value_limbs); limbs that
// lanes have beyond are 0.
inline int value_limbs(Width width) { return (width.bits + limb_bits - 1) / limb_bits; }
// `thread`, `tpi:4`, `block:256`
std::string mapping(Width width);

}  // namespace limbsmith
