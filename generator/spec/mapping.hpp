// The mapping: how many threads of a GPU compute one number together.
#pragma once

#include <string>
#include <string_view>

#include "spec/modulus.hpp"
#include "spec/width.hpp"

namespace limbsmith {

// The value of --map for a width: `thread`; `tpi:T` for T lanes of a warp, each with a part of every number;
// `auto`, which is one thread for up to max_bits, and as few lanes as hold the number otherwise (measured: fewer
// lanes are faster). Throws usage_error for another text; unsupported, naming the nearest mapping, where so many
// lanes do not hold the width.
Width mapped(Width width, std::string_view text);
// The modulus of this value, with the lanes that --map says. Throws as Modulus, and unsupported for an even one
// over lanes.
Modulus mapped_modulus(const mpz_class& n, std::string_view text);
// `thread`, `tpi:4`
std::string mapping(Width width);

}  // namespace limbsmith
