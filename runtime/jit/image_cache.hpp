// Images of sources that take long to compile, kept from one process to the next.
#pragma once

#include <string>
#include <vector>

namespace limbsmith::runtime {

// As compile() without headers. The image is taken from, or put into, the folder in LIMBSMITH_IMAGE_CACHE, else
// limbsmith/images in $XDG_CACHE_HOME or ~/.cache; its name is a digest of all that it depends on. `off`, or a folder
// that cannot be written, costs time and nothing else; so does a file that is damaged. Errors: as compile().
std::vector<char> compiled_once(const std::string& source, const std::string& name, int major, int minor);

}  // namespace limbsmith::runtime
