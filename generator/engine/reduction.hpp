// The reduction of --reduction auto, the same in every command.
#pragma once

#include "spec/spec.hpp"

namespace limbsmith::engine {

// The cheapest reduction with which every function of a header is proved. Candidates
// are, in order, a special reduction if it is the cheapest, Montgomery's for odd N, and Barrett's. The
// functions are those of the operations `all` and of the list `ops`.
Reduction settled_reduction(const Modulus& modulus, MulChoice mul, const std::string& ops);

}  // namespace limbsmith::engine
