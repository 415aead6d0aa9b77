// Methods for inverses modulo N.
#pragma once

#include <string_view>

#include "spec/modulus.hpp"

namespace limbsmith {

enum class InverseChoice {
    automatic,  // plan/inverse decides
    divsteps,   // Bernstein and Yang; every N
    fermat,     // a^(N-2); prime N
};

// Throws usage_error for an unknown choice or one that does not suit N.
InverseChoice parse_inverse(std::string_view text, const Modulus& modulus);
std::string_view to_string(InverseChoice choice);

}  // namespace limbsmith
