// The moduli that can be asked for by name: --modulus @secp256k1.p, or @secp256k1 for the same.
//
// Promises: every entry is a prime, its expression needs no other name, and its name makes a C identifier
// once
// '.' is '_'. Leaves to others: the value (spec/modulus_expression).
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace limbsmith {

struct NamedModulus {
    std::string_view name;
    std::string_view expression;
    std::string_view description;
};

// In the order in which listings show them.
std::span<const NamedModulus> named_moduli();
// The entry called `name` (without '@'), or `name`.p, the field of a curve; or null.
const NamedModulus* find_named_modulus(std::string_view name);
// Up to three names near `name`, the nearest first, for a message: '@p256.p', '@p256.n', '@p224.p'.
std::string nearest_named_moduli(std::string_view name);

}  // namespace limbsmith
