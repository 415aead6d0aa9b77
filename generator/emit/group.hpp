// Routines of a group of lanes as C++ functions.
#pragma once

#include <string>

#include "emit/routine.hpp"

namespace limbsmith::emit {

// Two functions of the routine's name. One for a GPU, where every lane is a thread: lanes up to 32 are
// neighbouring threads of a warp, of which all threads that have not ended call it together; a routine with shared arrays or barriers is for a whole block of as many
// threads. And one for the host, on arrays that hold a value for each lane.
// requires: lanes are a power of two, up to 32 where the routine has exchanges. Throws std::logic_error for
// others.
std::string group_routine(const ir::Routine& routine, const ir::Library& library, const PartNames& parts);

}  // namespace limbsmith::emit
