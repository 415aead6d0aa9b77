// The order of the words of a batch, as in limbsmith/layout.hpp.
#pragma once

#include <string_view>

namespace limbsmith::bench {

enum class Layout { limb_major, number_major, interleaved };
std::string_view to_string(Layout layout);
// Throws usage_error naming the nearest layout.
Layout parse_layout(std::string_view text);

}  // namespace limbsmith::bench
