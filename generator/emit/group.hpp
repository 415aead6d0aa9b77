// Routines of a group of lanes as C++ functions.
#pragma once

#include <string>

#include "emit/routine.hpp"

namespace limbsmith::emit {

// Two functions of the routine's name. In the one for a GPU every lane is a thread. Lanes up to 32 are neighbouring
// threads of a warp; all threads of it that have not ended call the function together. A routine with shared arrays
// or barriers is for a whole block of as many threads. The one for the host takes arrays that hold a value for each
// lane.
// requires: lanes are a power of two, up to 32 where the routine has exchanges. Throws std::logic_error for others.
std::string group_routine(const ir::Routine& routine, const ir::Library& library, const PartNames& parts);

}  // namespace limbsmith::emit
