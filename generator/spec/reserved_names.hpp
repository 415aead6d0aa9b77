// Identifiers that cannot name a namespace of ours, and why.
#pragma once

#include <string_view>

namespace limbsmith {

// What an identifier means to compilers or to the headers of C and CUDA, for a message: "a keyword of C or
// C++", "a macro of the C library"; empty where it means nothing. Names that begin with '_' or contain '__'
// are left to parse_name.
std::string_view meaning_of(std::string_view name);

}  // namespace limbsmith
