// Files embedded in the program, so that it runs without them: cmake/resources.cmake lists them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace limbsmith {

// The text of the embedded file `name`: templates/text.j2.json, bench/kernels/copy.cu ... Throws Error
// (failed) if there is none.
std::string_view resource(std::string_view name);

// The names that begin with `prefix`.
std::vector<std::string_view> resource_names(std::string_view prefix);

// The text of the public header limbsmith/`name` without its includes of other public headers, for a source
// that must stand alone.
std::string public_header(const std::string& name);

}  // namespace limbsmith
