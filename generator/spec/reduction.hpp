// The ways to bring a product back below N, and which of them suit N.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "spec/modulus.hpp"

namespace limbsmith {

enum class Reduction {
    montgomery,  // by multiples of N that clear low limbs; odd N
    special,     // by a form of N that saves the products, or most of them
    barrett,     // by an estimate of the quotient; any N that is known
};

// What there is to choose from; nothing for `auto`, the cheapest (plan/reduction). Throws usage_error for an
// unknown reduction or one that does not suit N, unsupported for one that needs a known N.
std::optional<Reduction> parse_reduction(std::string_view text, const Modulus& modulus);
std::string_view to_string(Reduction reduction);

enum class SpecialForm {
    fold,     // C = 2^(32·limbs) mod N is short: one limb, or a third of N's; half a limb where N has one
    solinas,  // N and its reciprocal are sums of so few signed powers of two that additions replace products
};

// The forms that N has; none where it is not known.
std::vector<SpecialForm> special_forms(const Modulus& modulus);

// The largest K = 2^k for which products of numbers below K·N can be reduced to numbers below 2N, and K·N
// fits the limbs; 1 if there is none, and then there are no lazy forms. With Montgomery reduction K²·N <= R.
mpz_class lazy_limit(const Modulus& modulus, Reduction reduction);

}  // namespace limbsmith
