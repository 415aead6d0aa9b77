// A routine as derivations have it: calls name every input of what they call, by the library's key.
#pragma once

#include "ir/library.hpp"

namespace limbsmith::derive::loops {

// Members of a modulus are variables like others. Throws check::Unsupported where a callee has one that the routine
// lacks.
ir::Routine with_explicit_calls(ir::Routine routine, const std::string& key, const ir::Library& library);

}  // namespace limbsmith::derive::loops
