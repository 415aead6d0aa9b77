// Routines that are a little different: a statement dropped, a bound or a constant off by one, arguments
// changed.
#pragma once

#include <functional>
#include <string>

#include "ir/routine.hpp"

namespace limbsmith::test {

// All of them, one after the other, with their changes.
void each_mutant(const ir::Routine& routine,
                 const std::function<void(const ir::Routine&, const std::string&)>& visit);

}  // namespace limbsmith::test
