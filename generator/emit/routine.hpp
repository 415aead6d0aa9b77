// Routines as C++ functions of a header.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "ir/library.hpp"

namespace limbsmith::emit {

// The functions that stand in namespace detail, as the type of digits does.
using PartNames = std::set<std::string, std::less<>>;

// The function with its comment: LIMBSMITH_FN, and LIMBSMITH_LOOP, LIMBSMITH_PAIRS or LIMBSMITH_WHOLE before loops.
// requires: the library has all that the routine calls; a routine of one lane (of more: emit/group.hpp).
std::string routine(const ir::Routine& routine, const ir::Library& library, const PartNames& parts);

// Its comment alone.
std::string comment(const ir::Routine& routine);
// Its declaration as the header's readers see it, without a body: `elem inv(const elem& a, uint32_t&
// exists)`.
std::string declaration(const ir::Routine& routine);

}  // namespace limbsmith::emit
