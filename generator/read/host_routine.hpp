// Reads functions for the host over the lanes of a group: a value of each lane in arrays, one lane after the other.
//
// Promises: those of routine.hpp, for lanes in lock step: statements that no lane needs another one for run for all lanes in a
// loop; an exchange takes the values of all lanes before it gives one.
#pragma once

#include "read/routine.hpp"

namespace limbsmith::read {

// Without its comment. Throws Difference.
void read_host_function(Cursor& cursor, const ir::Routine& proved, const Callees& callees);

}  // namespace limbsmith::read
