// Reads functions of a GPU over the lanes of a group, and kernels.
//
// Promises: those of routine.hpp, for the work of every lane; barriers, exchanges and atomic additions are those of the routine,
// shared arrays lie where it has room for them, and a kernel gives each group its number.
#pragma once

#include "read/routine.hpp"

namespace limbsmith::read {

// The function that every lane calls, without its comment: returns the routine with the statements that were read. Throw
// Difference.
ir::Routine read_device_function(Cursor& cursor, const ir::Routine& proved, const Callees& callees);
// One of arrays in memory, with its comment, and a kernel without one.
void read_function_in_memory(Cursor& cursor, const ir::Routine& proved, const Callees& callees);
void read_kernel(Cursor& cursor, const ir::Routine& proved, const Callees& callees);

// The bytes of shared memory with which a block of a routine is launched.
int shared_bytes(const ir::Routine& routine, const ir::Library& library);

}  // namespace limbsmith::read
