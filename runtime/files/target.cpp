#include "files/target.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstring>

namespace limbsmith::runtime {
namespace {

namespace fs = std::filesystem;

constexpr int most_links = 40;  // links followed, as the kernel does

std::optional<int> as_number(const std::string& text) {
    int number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (status != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

}  // namespace

Target target_of(const fs::path& name) {
    std::error_code none;
    const fs::path descriptors = fs::canonical("/proc/self/fd", none);
    fs::path file = name;
    for (int links = 0; links < most_links; ++links) {
        const fs::path folder = fs::canonical(fs::absolute(file, none).parent_path(), none);
        if (!folder.empty() && folder == descriptors) return {file, as_number(file.filename())};
        if (!fs::is_symlink(fs::symlink_status(file, none))) return {file};
        file = file.parent_path() / fs::read_symlink(file, none);
    }
    return {name};
}

std::string file_message(const char* what, const fs::path& name, int error) {
    return fmt::format("cannot {} {}: {}", what, name.empty() ? "''" : name.string(), std::strerror(error));
}

}  // namespace limbsmith::runtime
