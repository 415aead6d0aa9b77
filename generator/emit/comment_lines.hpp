// Text as comments of generated code.
#pragma once

#include <string>
#include <vector>

namespace limbsmith::emit {

// The text as lines of a comment, each with `indent` spaces and `//` first, of at most 120 characters.
std::vector<std::string> comment_lines(const std::string& text, size_t indent);

}  // namespace limbsmith::emit
