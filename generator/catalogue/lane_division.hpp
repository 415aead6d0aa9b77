// The parts of divisions over lanes, in a library.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "algorithm/group/lanes.hpp"

namespace limbsmith::catalogue {

// Their keys; no functions for users.
std::vector<std::string_view> division_parts();
// Adds those that the group needs and the library does not have yet, and gives their keys. requires: the library has
// bit_length and shl.
std::vector<std::string> add_division(const algorithm::group::Group& group, ir::Library& library);
// The same of divisions by a word.
std::vector<std::string> add_word_division(const algorithm::group::Group& group, ir::Library& library);

}  // namespace limbsmith::catalogue
