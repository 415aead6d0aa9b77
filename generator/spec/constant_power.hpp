// Powers with a constant exponent, which --power asks for.
#pragma once

#include <gmpxx.h>

#include <string>
#include <string_view>

namespace limbsmith {

// The function pow_NAME: a^exponent. `expression` is the exponent as it was written.
struct ConstantPower {
    std::string name, expression;
    mpz_class exponent;
};

// `e=65537`. Throws usage_error for no name, one that cannot follow `pow_` or that every header has, an
// exponent that does not parse or is below 2; unsupported for an exponent of more than max_bits bits.
ConstantPower parse_power(std::string_view text);

}  // namespace limbsmith
