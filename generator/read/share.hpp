// How much of a text was compared.
//
// Promises: every line is counted once. A line is compared if it has a token that the reader was given, since a reader goes on
// only behind a token that it compared, and ends only at the end. Lines of notes alone have words between /* and */ in a
// function, which say what words hold so far and promise nothing; the others are empty.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "read/lexer.hpp"

namespace limbsmith::read {

struct Share {
    size_t lines = 0, compared = 0, notes = 0;
    size_t empty() const { return lines - compared - notes; }
};

// `all` are the tokens of the text, and `given` those that the reader was given.
Share share_of(const std::string& text, const std::vector<Token>& all, const std::vector<Token>& given);

}  // namespace limbsmith::read
