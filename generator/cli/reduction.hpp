// What --reduction auto stands for, the same in every command.
#pragma once

#include "spec/spec.hpp"

namespace limbsmith::cli {

// The cheapest reduction, or, where a function of that is not proved within a few seconds, the next one: a
// special one, Montgomery's for odd N, Barrett's. Functions: those of a header with `all` operations, and
// what the list `ops` has beside them.
Reduction settled_reduction(const Modulus& modulus, MulChoice mul, const std::string& ops);

}  // namespace limbsmith::cli
