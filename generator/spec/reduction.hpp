// Methods to reduce a product below N, and which of them suit N.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "spec/modulus.hpp"

namespace limbsmith {

enum class Reduction {
    montgomery,  // adds multiples of N that clear low limbs; odd N
    special,     // uses a form of N that saves most products, or all
    barrett,     // estimates the quotient; any known N
};

// The reduction named by `text`; nullopt for `auto`, which plan/reduction decides. Throws usage_error for an
// unknown reduction or one that does not suit N, unsupported for one that needs a known N.
std::optional<Reduction> parse_reduction(std::string_view text, const Modulus& modulus);
std::string_view to_string(Reduction reduction);

enum class SpecialForm {
    fold,     // C = 2^(32·limbs) mod N is short: half a limb, one limb, or a third of N's
    solinas,  // N and its reciprocal are short sums of signed powers of two: additions only
};

// The forms that N has; none if N is not known.
std::vector<SpecialForm> special_forms(const Modulus& modulus);

// The largest K = 2^k such that products of numbers below K·N reduce to numbers below 2N, and K·N fits the
// limbs; 1 if there is none, and then there are no lazy operations. With Montgomery reduction K²·N <= R.
mpz_class lazy_limit(const Modulus& modulus, Reduction reduction);

}  // namespace limbsmith
