// Images of sources that take long to compile, kept from one process to the next.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jit/compiler.hpp"

namespace limbsmith::runtime {

// As compile(). The image is taken from, or put into, the folder in LIMBSMITH_IMAGE_CACHE, else
// limbsmith/images in $XDG_CACHE_HOME or ~/.cache; its name is a digest of all that it depends on. `off`, or a folder
// that cannot be written, costs time and nothing else; so does a file that is damaged. Errors: as compile().
std::vector<char> compiled_once(const std::string& source, const std::string& name,
                                const std::vector<Header>& headers, int major, int minor);

// The same folder for other work that ends in an image. Returns the content that was kept under a key for devices of this
// capability and the present compiler; nullopt if there is none, or if the file is damaged. `name` begins the name of the
// file; `key` says all else that the content depends on.
std::optional<std::string> kept(const std::string& name, const std::string& key, int major, int minor);
void keep(const std::string& name, const std::string& key, int major, int minor, const std::string& content);

}  // namespace limbsmith::runtime
