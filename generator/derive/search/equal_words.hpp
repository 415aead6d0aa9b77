// Input words that the contract says to be equal.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// Replaces the later one by the other wherever it stands.
void learn_equal_words(Search& search);

}  // namespace limbsmith::derive
