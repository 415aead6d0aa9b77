// Moduli that are available by name: --modulus @secp256k1.p, or @secp256k1 for the same.
//
// Promises: every entry is a prime; its expression uses no other name; its name becomes a C identifier when
// '.' is replaced by '_'. spec/modulus_expression computes the value.
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

// In the order of listings.
std::span<const NamedModulus> named_moduli();
// The entry called `name` (without '@'), or `name`.p, the field of a curve; null if there is none.
const NamedModulus* find_named_modulus(std::string_view name);
// Up to three similar names for a message, the nearest first: '@p256.p', '@p256.n', '@p224.p'.
std::string nearest_named_moduli(std::string_view name);

}  // namespace limbsmith
