// What --reduction auto stands for, the same in every command.
#pragma once

#include "spec/field_spec.hpp"

namespace limbsmith::cli {

// The cheapest reduction, or, where that is a special one of which a function is not proved within a second
// or two, the one without a form: Montgomery's for odd N, Barrett's for even. Functions: those of a header
// with `all` operations, and what the list `ops` has beside them.
Reduction settled_reduction(const Modulus& modulus, MulChoice mul, const std::string& ops);

}  // namespace limbsmith::cli
