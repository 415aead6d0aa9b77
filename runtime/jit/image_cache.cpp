#include "jit/image_cache.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>

#include "files/whole_file.hpp"
#include "jit/compiler.hpp"

namespace limbsmith::runtime {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> folder() {
    const auto variable = [](const char* name) -> std::optional<std::string> {
        const char* value = std::getenv(name);
        return value && *value ? std::optional<std::string>(value) : std::nullopt;
    };
    if (const auto named = variable("LIMBSMITH_IMAGE_CACHE")) {
        if (*named == "off") return std::nullopt;
        return *named;
    }
    if (const auto cache = variable("XDG_CACHE_HOME")) return fs::path(*cache) / "limbsmith" / "images";
    if (const auto home = variable("HOME")) return fs::path(*home) / ".cache" / "limbsmith" / "images";
    return std::nullopt;
}

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
    const std::optional<fs::path> cache = folder();
    if (!cache) return compile(source, name, {}, major, minor);
    const fs::path file = *cache / fmt::format("{}-{:016x}-{}{}-{:016x}", name, digest(source), major, minor,
                                               digest(compiler_version()));
    std::error_code error;
    if (fs::exists(file, error)) {
        try {
            if (auto image = image_of(read_file(file))) return std::move(*image);
        } catch (const std::exception&) {  // unreadable: compiled again
        }
    }
    std::vector<char> image = compile(source, name, {}, major, minor);
    try {
        fs::create_directories(*cache);
        PendingFile(file).write(with_digest(image));
    } catch (const std::exception&) {  // nothing is kept
    }
    return image;
}

}  // namespace limbsmith::runtime
