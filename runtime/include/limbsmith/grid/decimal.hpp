// Decimal text of numbers of any length, by divide and conquer: R. Brent, P. Zimmermann, Modern Computer Arithmetic,
// 2010, algorithms 1.25 and 1.26. All numbers of a level are one batch.
#pragma once

#include <string>
#include <string_view>

#include "limbsmith/grid/arithmetic.hpp"

#pragma GCC visibility push(default)

namespace limbsmith::grid {

// The digits of one number, without zeros in front: "0" for 0.
std::string to_decimal(Arithmetic& arithmetic, const View& a);

// The number of a text of digits. Errors: runtime::InputError for another byte, an empty text, or one longer than the
// longest number, 2^25 bits.
Numbers from_decimal(Arithmetic& arithmetic, std::string_view digits);

// 10^exponent, of as many words as it needs or one more.
Numbers power_of_ten(Arithmetic& arithmetic, uint32_t exponent);

}  // namespace limbsmith::grid

#pragma GCC visibility pop
