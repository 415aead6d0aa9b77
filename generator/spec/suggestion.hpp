// Words of the command line: lists of them, and what an unknown one may have meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace limbsmith {

// The words between the commas of a list.
std::vector<std::string_view> split(std::string_view list);

// The candidates nearest to `word`, the closest first, `most` of them. A candidate is near if it differs in
// at most a third of its letters, or if both begin with the same three letters or more and these are more
// than half of the shorter one. Upper and lower case are the same.
std::vector<std::string> nearest(std::string_view word, std::vector<std::string> candidates, size_t most);
// "; did you mean 'mul'?", or nothing where no candidate is near.
std::string suggestion(std::string_view word, std::vector<std::string> candidates);

}  // namespace limbsmith
