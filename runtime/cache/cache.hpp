// The files that limbsmith keeps from one process to the next: proofs, compiled kernels, records of self-checks.
//
// Promises: together they take at most limit() bytes, or a sixteenth more for each process that is writing; the least
// recently used ones are removed first. Files appear whole or not at all, and any number of processes may read, write
// and remove them at once. A folder that is missing or cannot be written costs time and nothing else. A folder may hold
// other files as well: only files with names as limbsmith gives them are counted and removed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace limbsmith::cache {

enum class Kind { proofs, images, self_checks };
inline constexpr Kind kinds[] = {Kind::proofs, Kind::images, Kind::self_checks};

// `proofs`, `images`, `self-checks`
const char* name(Kind kind);

// The folder that LIMBSMITH_PROOF_CACHE, LIMBSMITH_IMAGE_CACHE or LIMBSMITH_SELF_CHECK names, nullopt if that is `off`;
// else `limbsmith`, `limbsmith/images` or `limbsmith/self-check` in $XDG_CACHE_HOME or ~/.cache; nullopt if neither
// XDG_CACHE_HOME nor HOME is set.
std::optional<std::filesystem::path> folder(Kind kind);

// Excludes folders and pipes: a folder cannot be read, and reading a pipe would block.
bool is_file(const std::filesystem::path& path);

// Has `write` fill a draft, and renames that. Makes room afterwards. `write` returns whether the draft is complete.
// Ignores errors, and leaves a path alone that is there and not a file.
void keep(const std::filesystem::path& path,
          const std::function<bool(const std::filesystem::path& draft)>& write);
void keep(const std::filesystem::path& path, std::string_view content);

// To be called when a file was read: it is now the most recently used one.
void used(const std::filesystem::path& path);

// Bytes that all files may take: $LIMBSMITH_CACHE_LIMIT, such as 512M, 2G or 100000; 512 MB if it is not set or is no
// size.
uint64_t limit();
// A number of bytes, with a unit K, M, G or T (powers of 1,000; KB and so on as well), or nullopt.
std::optional<uint64_t> parse_size(std::string_view text);

struct File {
    Kind kind;
    std::filesystem::path path;
    uint64_t bytes;  // rounded up to blocks of 4096
    std::filesystem::file_time_type last_used;
    bool is_stale;  // an earlier version of limbsmith wrote it, and nothing reads it
};
// Those in the folders of all kinds.
std::vector<File> files();
// Removes stale files and, if the others exceed the limit, the least recently used ones until an eighth of it is free.
void make_room();

}  // namespace limbsmith::cache
