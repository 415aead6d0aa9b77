// Routines of a group of lanes as C++ functions.
#pragma once

#include <string>

#include "emit/routine.hpp"

namespace limbsmith::emit {

// Two functions of the routine's name. In the one for a GPU every lane is a thread. Lanes up to 32 are neighbouring
// threads of a warp; all threads of it that have not ended call the function together. More lanes are the threads of a
// block. The one for the host takes arrays that hold a value for each lane.
// requires: lanes are a power of two. Throws std::logic_error for others.
std::string group_routine(const ir::Routine& routine, const ir::Library& library, const PartNames& parts);

// The bytes of shared memory with which a block that calls the routine must be launched, one of 128 threads if lanes are
// those of a warp: large shared arrays lie in this memory. Each routine has it for itself while it runs.
int shared_bytes(const ir::Routine& routine, const ir::Library& library);

}  // namespace limbsmith::emit
