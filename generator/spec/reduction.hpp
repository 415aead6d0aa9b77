// The ways to bring a product back below N.
#pragma once

#include <string_view>

#include "spec/modulus.hpp"

namespace limbsmith {

enum class Reduction {
    montgomery,  // by multiples of N that clear low limbs; odd N
    special,     // by folding at 2^(32·limbs) = C mod N with a short C
    barrett,     // by an estimate of the quotient; any N that is known
};

// `auto` is special where folding costs fewer products, else montgomery, or barrett for even N. Throws
// usage_error for an unknown reduction or one that does not suit N.
Reduction parse_reduction(std::string_view text, const Modulus& modulus);
std::string_view to_string(Reduction reduction);

// Whether C = 2^(32·limbs) mod N is short enough for the special reduction: at most one limb, or a
// third of N's; half a limb where N has one.
bool has_special_form(const Modulus& modulus);

// The largest K = 2^k for which products of numbers below K·N can be reduced to numbers below 2N, and K·N
// fits the limbs; 1 if there is none, and then there are no lazy forms. With Montgomery reduction K²·N <= R.
mpz_class lazy_limit(const Modulus& modulus, Reduction reduction);

}  // namespace limbsmith
