// A routine as derivations have it: calls name every input of their callees, by the library's key.
//
// Trusted: the proof of a loop speaks of this form, and nothing checks that it computes the same as the routine. It only renames
// and reorders. A test runs both forms on all small operands.
#pragma once

#include "ir/library.hpp"

namespace limbsmith::proved_form {

// Members of a modulus are variables like others. Throws check::Unsupported where a callee has one that the routine
// lacks.
ir::Routine with_explicit_calls(ir::Routine routine, const std::string& key, const ir::Library& library);

}  // namespace limbsmith::proved_form
