#include "self_check/record.hpp"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <string_view>
#include <utility>

namespace limbsmith::check {
namespace {

namespace fs = std::filesystem;

constexpr const char* variable_name = "LIMBSMITH_SELF_CHECK";

// File names are hashes: of two texts with the same hash, the later one replaces the earlier.
fs::path file_for(const fs::path& folder, const std::string& text) {
    return folder / (std::to_string(std::hash<std::string>{}(text)) + ".right");
}

bool is_in(const fs::path& path, const std::string& text) {
    std::ifstream file(path, std::ios::binary);
    return file && std::string(std::istreambuf_iterator<char>(file), {}) == text;
}

// Writes a draft and renames it, so that others see whole files only.
void write(const fs::path& path, const std::string& text) {
    std::error_code ignored;
    fs::create_directories(path.parent_path(), ignored);
    const fs::path draft = path.string() + "." + std::to_string(getpid());
    std::ofstream file(draft, std::ios::binary);
    file << text;
    file.close();
    if (file) fs::rename(draft, path, ignored);
    fs::remove(draft, ignored);
}

std::optional<fs::path> variable(const char* name) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') return std::nullopt;
    return value;
}

}  // namespace

Record::Record(std::optional<fs::path> folder) : folder_(std::move(folder)) {}

bool Record::holds(const std::string& text) {
    const std::lock_guard lock(mutex_);
    if (texts_.count(text) == 0 && folder_ && is_in(file_for(*folder_, text), text)) texts_.insert(text);
    return texts_.count(text) != 0;
}

void Record::add(const std::string& text) {
    const std::lock_guard lock(mutex_);
    if (texts_.insert(text).second && folder_) write(file_for(*folder_, text), text);
}

bool is_off() { return variable(variable_name) == "off"; }

std::optional<fs::path> record_folder() {
    if (const auto chosen = variable(variable_name)) return chosen;
    if (const auto caches = variable("XDG_CACHE_HOME")) return *caches / "limbsmith" / "self-check";
    if (const auto home = variable("HOME")) return *home / ".cache" / "limbsmith" / "self-check";
    return std::nullopt;
}

Record& record() {
    static Record* const own = new Record(record_folder());  // never destroyed: static batches use it
    return *own;
}

}  // namespace limbsmith::check
