// The files of the proof cache, compressed (engine/gzip). Their content is not believed but checked.
#pragma once

#include <filesystem>
#include <functional>
#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace limbsmith::engine {

// The folder of cached proofs, if they are kept (cache/cache).
std::optional<std::filesystem::path> cache_folder();

// FOLDER/HASH.SUFFIX.gz, by the hash of the text. If two texts have the same hash, the later file replaces the earlier
// one.
std::filesystem::path proof_file(const std::filesystem::path& folder, const std::string& text,
                                 std::string_view suffix);

// Whether `holds` accepts the content of the file; the file then counts as used. False if there is no file, or it is damaged or
// Unreadable. `holds` has `times` the usual limits of a proof (check/budget): a file that exceeds them is not accepted, and a
// line on stderr names it.
bool is_accepted(const std::filesystem::path& path, unsigned times,
                 const std::function<bool(std::istream&)>& holds);

// Writes the file, and its folder. Ignores errors, and leaves anything but a file alone.
void keep_file(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write);

}  // namespace limbsmith::engine
