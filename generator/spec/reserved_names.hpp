// Identifiers that cannot name a generated namespace, with the reason.
#pragma once

#include <string_view>

namespace limbsmith {

// The meaning of an identifier to compilers or to the headers of C and CUDA, for a message: "a keyword of C
// or C++", "a macro of the C library"; empty if it has none. parse_name handles names that begin with '_' or
// contain '__'.
std::string_view meaning_of(std::string_view name);

}  // namespace limbsmith
