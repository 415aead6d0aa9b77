// The files of the proof cache: where they are, and how they are kept. What they say is not believed but checked.
//
// A missing, unreadable or damaged folder costs time and nothing else.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace limbsmith::engine {

// The folder of cached proofs: $LIMBSMITH_PROOF_CACHE, or nullopt if that is `off`; else `limbsmith` in
// $XDG_CACHE_HOME or in ~/.cache; nullopt if neither XDG_CACHE_HOME nor HOME is set.
std::optional<std::filesystem::path> cache_folder();

// FOLDER/HASH.SUFFIX, by the hash of the text. Of two texts with the same hash, the later file replaces the earlier
// one.
std::filesystem::path proof_file(const std::filesystem::path& folder, const std::string& text,
                                 std::string_view suffix);

// Excludes folders and pipes: a folder cannot be read, and reading a pipe would block.
bool is_file(const std::filesystem::path& path);

// Writes the file, and its folder. Ignores errors: a file that is incomplete proves nothing. Leaves what is not a
// file alone.
void keep_file(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write);

}  // namespace limbsmith::engine
