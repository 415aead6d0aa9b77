// Identifiers that generated code cannot use, because a language or a header has them.
#pragma once

#include <string_view>

namespace limbsmith {

// The owner of an identifier in the global scope, or as a macro, for a message: "C or C++", "<math.h>",
// "<cuda_runtime.h>", "limbsmith"; empty if it has none. The list is made from the headers themselves, by
// reserved_names.py. parse_name handles names that begin with '_' or contain '__'.
// requires: an identifier
std::string_view owner_of(std::string_view name);

}  // namespace limbsmith
