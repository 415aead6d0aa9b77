// The fallback for a call of apply with operands on a GPU and no kernel in the program: the numbers are copied to the
// host, computed there and copied back, which may be a thousand times slower.
//
// LIMBSMITH_HOST_FALLBACK in the environment decides: `warn` (default) says so on stderr, once for each operation;
// `quiet` says nothing; `error` throws. C++17.
#pragma once

#include <string>

#include "limbsmith/place.hpp"

#pragma GCC visibility push(default)

namespace limbsmith::detail {

// Called before the numbers are copied. `work` is the operation.
// Errors: runtime::Error for LIMBSMITH_HOST_FALLBACK=error; runtime::InputError for another value than those above.
void fall_back_to_host(const std::string& work, place gpu);

}  // namespace limbsmith::detail

#pragma GCC visibility pop
