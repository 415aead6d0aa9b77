// How much of a text was compared.
//
// Promises: every line is counted once. A line is compared if it has a token, or a word of a note: a reader goes on only behind
// a token that it compared, and ends only at the end, with no note left over. The others are empty.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "read/lexer.hpp"

namespace limbsmith::read {

struct Share {
    size_t lines = 0, compared = 0;
    size_t empty() const { return lines - compared; }
};

// `all` are the tokens of a text that was read to its end.
Share share_of(const std::string& text, const std::vector<Token>& all);

}  // namespace limbsmith::read
