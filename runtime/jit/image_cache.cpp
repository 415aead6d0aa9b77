#include "jit/image_cache.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string_view>

#include "cache/cache.hpp"
#include "files/whole_file.hpp"
#include "jit/compiler.hpp"

namespace limbsmith::runtime {
namespace {

namespace fs = std::filesystem;

// FNV-1a, 64 bits
uint64_t digest(std::string_view text) {
    uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash;
}

// A file is the image and, at its end, its digest: what a crash or a full disk left is compiled again.
std::string with_digest(const std::vector<char>& image) {
    const std::string text(image.begin(), image.end());
    return text + fmt::format("{:016x}", digest(text));
}

std::optional<std::vector<char>> image_of(const std::string& file) {
    constexpr size_t length = 16;
    if (file.size() <= length) return std::nullopt;
    const std::string_view image = std::string_view(file).substr(0, file.size() - length);
    if (fmt::format("{:016x}", digest(image)) != std::string_view(file).substr(image.size()))
        return std::nullopt;
    return std::vector<char>(image.begin(), image.end());
}

}  // namespace

std::vector<char> compiled_once(const std::string& source, const std::string& name, int major, int minor) {
    const std::optional<fs::path> folder = cache::folder(cache::Kind::images);
    if (!folder) return compile(source, name, {}, major, minor);
    const fs::path file = *folder / fmt::format("{}-{:016x}-{}{}-{:016x}", name, digest(source), major, minor,
                                                digest(compiler_version()));
    std::error_code error;
    if (fs::exists(file, error)) {
        try {
            if (auto image = image_of(read_file(file))) {
                cache::used(file);
                return std::move(*image);
            }
        } catch (const std::exception&) {  // unreadable: compiled again
        }
    }
    std::vector<char> image = compile(source, name, {}, major, minor);
    cache::keep(file, with_digest(image));
    return image;
}

}  // namespace limbsmith::runtime
