// The representations for which generated headers have types.
#pragma once

#include "ir/representation.hpp"
#include "limbsmith/digits.hpp"
#include "spec/width.hpp"

namespace limbsmith::repr {

using ir::Representation;

inline constexpr Representation word = ir::word, count = ir::count, factor = ir::signed_word;
// Whole numbers: a number of the width, and a product of two.
inline constexpr Representation num{.type = "num"}, wide{.type = "wide"};
// A number in signed digits; one whose lowest digit leaves room for a transfer; a product; a transfer.
constexpr Representation num_in(const SignedDigits& digits) {
    return {.kind = Representation::Kind::places, .type = "num", .base = digits.radix, .bound = digits.bound};
}
constexpr Representation open_in(const SignedDigits& digits) {
    Representation form = num_in(digits);
    form.is_open = true;
    return form;
}
constexpr Representation wide_in(const SignedDigits& digits) {
    Representation form = num_in(digits);
    form.type = wide.type;
    return form;
}
inline constexpr Representation transfer = ir::signed_word;
// Residues: plain is x; elem is x·F mod N, the Montgomery form or x itself; loose is an elem plus a multiple
// of N.
inline constexpr Representation plain{.type = "plain"}, elem{.type = "elem"}, loose{.type = "loose"};
// A residue, or a number that is too large for one, as a string of bytes.
inline constexpr Representation bytes{.kind = Representation::Kind::bytes, .type = "plain"};
// An exponent, and the signed digits of algorithm/digits.hpp.
inline constexpr Representation exponent{.type = "exponent"};
inline constexpr Representation digits{
    .kind = Representation::Kind::digits, .type = "digits", .radix = digit_bits};
// A block of such digits of a longer number.
inline constexpr Representation digit_block{
    .kind = Representation::Kind::digits, .type = "digit_block", .radix = digit_bits};
// A block of the limbs of a number in a tile, and sums of products of blocks (algorithm/quadratic).
inline constexpr Representation limb_block{.type = "limb_block"}, even_chain{.type = "even_chain"},
    odd_chain{.type = "odd_chain"};
inline constexpr Representation even_pairs{.kind = Representation::Kind::pairs, .type = "even_pairs"},
    odd_pairs{.kind = Representation::Kind::pairs, .type = "odd_pairs"};
// A signed number over lanes.
inline constexpr Representation carried{.kind = Representation::Kind::carried, .type = "carried"};
// A number and a word that are members of the modulus object, if N is given at run time.
inline constexpr std::string_view modulus = "modulus";
inline constexpr Representation member{.object = modulus};
inline constexpr Representation member_word{.kind = Representation::Kind::word, .object = modulus};

}  // namespace limbsmith::repr
