// Names of headers that are namespaces within each other: a::b.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace limbsmith {

// The namespaces of a name, outermost first: `a::b` is b in a.
std::vector<std::string> namespaces(std::string_view name);
// The name as part of a file's: a_b for a::b.
std::string file_stem(std::string_view name);

}  // namespace limbsmith
