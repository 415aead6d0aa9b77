// Files that are part of the program, so that it needs none beside it: cmake/resources.cmake lists them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace limbsmith {

// The text of the file that is known as `name`: templates/text.j2.json, bench/kernels/copy.cu ...
// Throws Error (failed) where there is none.
std::string_view resource(std::string_view name);

// The names that begin with `prefix`.
std::vector<std::string_view> resource_names(std::string_view prefix);

// The text of the public header limbsmith/`name`, for a source that stands alone: without its includes of
// others.
std::string public_header(const std::string& name);

}  // namespace limbsmith
