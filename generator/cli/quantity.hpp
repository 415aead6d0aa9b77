// Amounts as people read them, with three digits.
#pragma once

#include <string>
#include <string_view>

namespace limbsmith::cli {

// `310 GB` for 3.1e11 and the unit B, `98.4 /s` for 98.4 and /s.
std::string quantity(double value, std::string_view unit);

// `31 us`, `4.2 ms`, `313 s`.
std::string duration(double seconds);

}  // namespace limbsmith::cli
