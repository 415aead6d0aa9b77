// The files of the proof cache, compressed (engine/gzip). What they say is not believed but checked.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace limbsmith::engine {

// The folder of cached proofs, if they are kept (cache/cache).
std::optional<std::filesystem::path> cache_folder();

// FOLDER/HASH.SUFFIX.gz, by the hash of the text. Of two texts with the same hash, the later file replaces the earlier
// one.
std::filesystem::path proof_file(const std::filesystem::path& folder, const std::string& text,
                                 std::string_view suffix);

// Writes the file, and its folder. Ignores errors, and leaves what is not a file alone.
void keep_file(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write);

}  // namespace limbsmith::engine
