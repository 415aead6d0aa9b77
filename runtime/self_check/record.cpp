#include "self_check/record.hpp"

#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <string_view>
#include <utility>

#include "cache/cache.hpp"

namespace limbsmith::self_check {
namespace {

namespace fs = std::filesystem;

// File names are hashes: of two texts with the same hash, the later one replaces the earlier.
fs::path file_for(const fs::path& folder, const std::string& text) {
    return folder / (std::to_string(std::hash<std::string>{}(text)) + ".right");
}

bool is_in(const fs::path& path, const std::string& text) {
    std::ifstream file(path, std::ios::binary);
    if (!file || std::string(std::istreambuf_iterator<char>(file), {}) != text) return false;
    cache::used(path);
    return true;
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
    if (texts_.insert(text).second && folder_) cache::keep(file_for(*folder_, text), text);
}

bool is_off() {
    const char* value = std::getenv("LIMBSMITH_SELF_CHECK");
    return value != nullptr && std::string_view(value) == "off";
}

Record& record() {
    static Record* const own =
        new Record(cache::folder(cache::Kind::self_checks));  // never destroyed: static batches use it
    return *own;
}

}  // namespace limbsmith::self_check
