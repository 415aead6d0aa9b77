// The representations that generated headers have types for.
#pragma once

#include "ir/representation.hpp"
#include "spec/width.hpp"

namespace limbsmith::repr {

using ir::Representation;

inline constexpr Representation word = ir::word, factor = ir::signed_word;
// Whole numbers: a number of the width, and a product of two.
inline constexpr Representation num{.type = "num"}, wide{.type = "wide"};
// Residues: as they go in and out, as the arithmetic works on them, and such plus a multiple of N.
inline constexpr Representation plain{.type = "plain"}, elem{.type = "elem"}, loose{.type = "loose"};
// An exponent, and the digits that algorithm/digits.hpp describes.
inline constexpr Representation exponent{.type = "exponent"};
inline constexpr Representation digits{
    .kind = Representation::Kind::digits, .type = "digits", .radix = digit_bits};
// A number and a word of the modulus object, where N is given at run time.
inline constexpr std::string_view modulus = "modulus";
inline constexpr Representation member{.object = modulus};
inline constexpr Representation member_word{.kind = Representation::Kind::word, .object = modulus};

}  // namespace limbsmith::repr
