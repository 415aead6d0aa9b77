// Leaves the steps on which the goals of a derivation rest. A search states much that it does not use in the end.
#pragma once

#include "check/derivation.hpp"

namespace limbsmith::derive {

// The steps of a Builder without those that state a fact that no goal rests on. Steps that make new values stay, and so
// do all within a case. `facts` are those that the steps state, in order.
check::Steps needed_steps(check::Steps steps, const std::vector<check::Polynomial>& facts,
                          const check::Facts& goals);

}  // namespace limbsmith::derive
