// Widths over the threads of a mapping (operation/mapping.hpp).
#pragma once

#include <string_view>

#include "spec/modulus.hpp"
#include "spec/width.hpp"

namespace limbsmith {

inline constexpr int max_grid_bits = 1 << 25;  // of a number that all of a GPU computes

// The value of --map. Throws usage_error for another text.
Mapping parse_mapping(std::string_view text);
// The width by this mapping. `block` is as many threads as have about 16 limbs each; `auto` is one thread for up to
// max_bits, and otherwise as few lanes of a warp as hold the number (measured: fewer lanes are faster), or else a block.
// Throws unsupported, naming the nearest mapping, where so many lanes do not hold the width, and for numbers of any length.
Width mapped(Width width, Mapping mapping);
// The first GPUs with the instructions of a mapping, as 10·major + minor of their compute capability.
int least_capability(Mapping mapping);
bool has_mapping(Mapping mapping, int major, int minor);
// Throws unsupported, naming the nearest mapping, where GPUs of this compute capability lack instructions of the mapping.
void require_gpu_with(const Width& width, int major, int minor);
// The modulus of this value, with the lanes of the mapping. Throws as Modulus, and unsupported for an even one
// over lanes, and where with_residues does.
Modulus mapped_modulus(const mpz_class& n, Mapping mapping);
// The same width; throws unsupported where there is no arithmetic modulo a number: for a block, and on tensor cores
// above max_tensor_power_bits.
Width with_residues(Width width);
// ceil(bits/32): the limbs that a number has, whatever the mapping. Operations are modulo 2^(32·value_limbs); limbs that
// lanes have beyond are 0.
inline int value_limbs(Width width) { return (width.bits + limb_bits - 1) / limb_bits; }

}  // namespace limbsmith
