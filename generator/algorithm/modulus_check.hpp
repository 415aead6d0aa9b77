// A number that is to be a modulus at run time.
#pragma once

#include <string>

#include "ir/program.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm {

// 1 if n is odd, greater than 1 and below 2^bits, else 0. requires: n < 2^(32·limbs).
ir::ExprPtr is_modulus(Width width, const std::string& n);

// ok = 1 and m = n if n is one; else ok = 0 and m = 3. Branch-free. requires: bits > 1.
ir::Program modulus_or_3(Width width);

}  // namespace limbsmith::algorithm
