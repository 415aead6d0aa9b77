#include "engine/proof_files.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>

namespace limbsmith::engine {

namespace fs = std::filesystem;

namespace {

std::optional<fs::path> variable(const char* name) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') return std::nullopt;
    return value;
}

}  // namespace

std::optional<fs::path> cache_folder() {
    if (const auto chosen = variable("LIMBSMITH_PROOF_CACHE")) {
        if (*chosen == "off") return std::nullopt;
        return chosen;
    }
    if (const auto caches = variable("XDG_CACHE_HOME")) return *caches / "limbsmith";
    if (const auto home = variable("HOME")) return *home / ".cache" / "limbsmith";
    return std::nullopt;
}

fs::path proof_file(const fs::path& folder, const std::string& text, std::string_view suffix) {
    return folder / fmt::format("{:016x}.{}", std::hash<std::string>{}(text), suffix);
}

bool is_file(const fs::path& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

void keep_file(const fs::path& path, const std::function<void(std::ostream&)>& write) {
    std::error_code ignored;
    fs::create_directories(path.parent_path(), ignored);
    if (fs::exists(fs::symlink_status(path, ignored)) && !is_file(path)) return;
    std::ofstream file(path, std::ios::binary);
    write(file);
}

}  // namespace limbsmith::engine
