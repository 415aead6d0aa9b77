#include "cache/cache.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <string>

namespace limbsmith::cache {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t default_limit = 512'000'000;
constexpr uint64_t block_bytes = 4096;

struct Place {
    const char *name, *variable, *folder;
};

Place place_of(Kind kind) {
    switch (kind) {
        case Kind::proofs: return {"proofs", "LIMBSMITH_PROOF_CACHE", ""};
        case Kind::images: return {"images", "LIMBSMITH_IMAGE_CACHE", "images"};
        case Kind::self_checks: return {"self-checks", "LIMBSMITH_SELF_CHECK", "self-check"};
    }
    std::abort();
}

std::optional<std::string> variable(const char* name) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') return std::nullopt;
    return value;
}

size_t digits(std::string_view text, std::string_view of) {
    return std::min(text.find_first_not_of(of), text.size());
}

// Whether limbsmith gives such names to files of this kind and to their drafts.
bool is_ours(Kind kind, std::string_view file) {
    constexpr std::string_view decimal = "0123456789", hexadecimal = "0123456789abcdef";
    switch (kind) {
        case Kind::proofs: return digits(file, hexadecimal) == 16 && file.substr(16).starts_with('.');
        case Kind::images: {
            const size_t dash = file.rfind('-');
            return dash != file.npos && digits(file.substr(dash + 1), hexadecimal) >= 16;
        }
        case Kind::self_checks: return file.substr(digits(file, decimal)).starts_with(".right");
    }
    std::abort();
}

// Proofs were once kept without compression.
bool is_stale(Kind kind, std::string_view file) {
    constexpr std::string_view once[] = {".jsonl", ".loop.jsonl", ".all", ".none"};
    return kind == Kind::proofs && std::ranges::count(once, file.substr(16)) != 0;
}

void add_files(Kind kind, std::vector<File>& all) {
    const std::optional<fs::path> where = folder(kind);
    std::error_code error;
    if (!where || !fs::is_directory(*where, error)) return;
    const auto end = fs::directory_iterator();
    for (auto it = fs::directory_iterator(*where, error); !error && it != end; it.increment(error)) {
        const std::string file = it->path().filename().string();
        std::error_code gone;  // another process may have removed it
        if (!is_ours(kind, file) || !fs::is_regular_file(it->symlink_status(gone))) continue;
        const uint64_t bytes = it->file_size(gone);
        const fs::file_time_type last_used = gone ? fs::file_time_type() : it->last_write_time(gone);
        if (gone) continue;
        const uint64_t blocks = (bytes + block_bytes - 1) / block_bytes;
        all.push_back({kind, it->path(), blocks * block_bytes, last_used, is_stale(kind, file)});
    }
}

void make_room_if_due(uint64_t written) {
    static std::atomic<uint64_t> since_last{UINT64_MAX / 2};  // the first file of a process is due
    if (since_last += written; since_last < limit() / 16) return;
    since_last = 0;
    make_room();
}

}  // namespace

const char* name(Kind kind) { return place_of(kind).name; }

std::optional<fs::path> folder(Kind kind) {
    const Place place = place_of(kind);
    if (const auto chosen = variable(place.variable)) {
        if (*chosen == "off") return std::nullopt;
        return *chosen;
    }
    const auto in = [&](const fs::path& caches) {
        return *place.folder ? caches / "limbsmith" / place.folder : caches / "limbsmith";
    };
    if (const auto caches = variable("XDG_CACHE_HOME")) return in(*caches);
    if (const auto home = variable("HOME")) return in(fs::path(*home) / ".cache");
    return std::nullopt;
}

bool is_file(const fs::path& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

void keep(const fs::path& path, const std::function<bool(const fs::path& draft)>& write) {
    static std::atomic<unsigned> drafts = 0;
    std::error_code ignored;
    fs::create_directories(path.parent_path(), ignored);
    if (fs::exists(fs::symlink_status(path, ignored)) && !is_file(path)) return;
    const fs::path draft = path.string() + "." + std::to_string(getpid()) + "." + std::to_string(drafts++);
    bool is_complete = false;
    try {
        is_complete = write(draft);
    } catch (...) {  // no memory for it
    }
    std::error_code error;
    const uint64_t bytes = fs::file_size(draft, error);
    if (is_complete && !error) fs::rename(draft, path, error);
    if (!is_complete || error) {
        fs::remove(draft, ignored);
        return;
    }
    make_room_if_due(bytes);
}

void keep(const fs::path& path, std::string_view content) {
    keep(path, [&](const fs::path& draft) {
        std::ofstream file(draft, std::ios::binary);
        file << content;
        file.close();
        return !file.fail();
    });
}

void used(const fs::path& path) {
    std::error_code ignored;
    fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
}

std::optional<uint64_t> parse_size(std::string_view text) {
    uint64_t number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (status != std::errc{}) return std::nullopt;
    std::string_view unit(end, static_cast<size_t>(text.data() + text.size() - end));
    constexpr std::string_view units = "KMGT";
    uint64_t factor = 1;
    if (const size_t power = unit.empty() ? units.npos : units.find(unit[0]); power != units.npos) {
        for (size_t k = 0; k <= power; ++k) factor *= 1000;
        unit.remove_prefix(1);
    }
    if (!(unit.empty() || unit == "B") || number > UINT64_MAX / factor) return std::nullopt;
    return number * factor;
}

uint64_t limit() {
    const auto chosen = variable("LIMBSMITH_CACHE_LIMIT");
    return chosen ? parse_size(*chosen).value_or(default_limit) : default_limit;
}

std::vector<File> files() {
    std::vector<File> all;
    for (const Kind kind : kinds) add_files(kind, all);
    return all;
}

void make_room() {
    std::vector<File> all = files();
    const uint64_t most = limit();
    uint64_t bytes = 0;
    for (const File& file : all) bytes += file.is_stale ? 0 : file.bytes;
    const uint64_t target = bytes > most ? most - most / 8 : bytes;
    std::ranges::sort(all, {}, &File::last_used);
    for (const File& file : all) {
        if (!file.is_stale && bytes <= target) continue;
        std::error_code ignored;  // another process may have removed it
        fs::remove(file.path, ignored);
        bytes -= file.is_stale ? 0 : file.bytes;
    }
}

}  // namespace limbsmith::cache
