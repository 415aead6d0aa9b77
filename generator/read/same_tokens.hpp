// Compares a text with the one that limbsmith prints.
//
// Promises: no difference is found only if both have the same tokens (lexer.hpp), in code, in asm statements and in comments. A
// string may stand in several parts, as formatters break it. Knows no grammar; the other files of this room say what a text
// means, so that two spellings of one meaning are one to them.
#pragma once

#include <string>

namespace limbsmith::read {

// Throws Difference with the first line whose tokens are not those of `printed`, and Unreadable.
void require_tokens(const std::string& text, const std::string& printed);

}  // namespace limbsmith::read
