// Division by a whole number, and the greatest common divisor: loops on numbers of a width.
#pragma once

#include "ir/routine_builder.hpp"
#include "spec/representations.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm::loop {

// q = floor(a / b) and the remainder; calls divisor, dividend, quotient_limb (algorithm/division.hpp), neg,
// is_zero, shr, select.
ir::Routine division(Width width, const ir::Library& library);

}  // namespace limbsmith::algorithm::loop
