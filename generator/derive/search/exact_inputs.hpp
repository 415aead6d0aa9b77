// Inputs that the contract determines: x <= a < x + 1, where x is the rest of a division.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// Shows a = x for such inputs, and defines the rest by the input. The contract states x for each bound anew; that both
// are the same is shown.
void learn_exact_inputs(Search& search);

}  // namespace limbsmith::derive
