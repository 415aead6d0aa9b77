// Words of the command line: splits lists, and suggests known words for an unknown one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace limbsmith {

// The words of a list separated by commas.
std::vector<std::string_view> split(std::string_view list);

// At most `most` candidates near `word`, the nearest first. A candidate is near if its edit distance is at
// most about a third of the longer word's length, or if both share a prefix of at least three letters that is
// more than half of the shorter word. Upper and lower case are the same.
std::vector<std::string> nearest(std::string_view word, std::vector<std::string> candidates, size_t most);
// "; did you mean 'mul'?", or an empty text if no candidate is near.
std::string suggestion(std::string_view word, std::vector<std::string> candidates);

}  // namespace limbsmith
