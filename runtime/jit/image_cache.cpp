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

constexpr size_t digest_length = 16;

std::optional<fs::path> file_of(const std::string& name, const std::string& key, int major, int minor) {
    const std::optional<fs::path> folder = cache::folder(cache::Kind::images);
    if (!folder) return std::nullopt;
    return *folder / fmt::format("{}-{:016x}-{}{}-{:016x}", name, digest(key), major, minor,
                                 digest(compiler_version()));
}

}  // namespace

// A file is the content and, at its end, a digest of key and content: a file that a crash or a full disk cut off, or
// that belongs to another key, is made again.
std::optional<std::string> kept(const std::string& name, const std::string& key, int major, int minor) {
    const std::optional<fs::path> file = file_of(name, key, major, minor);
    std::error_code error;
    if (!file || !fs::exists(*file, error)) return std::nullopt;
    try {
        std::string all = read_file(*file);
        if (all.size() <= digest_length) return std::nullopt;
        const std::string end = all.substr(all.size() - digest_length);
        all.resize(all.size() - digest_length);
        if (fmt::format("{:016x}", digest(key + all)) != end) return std::nullopt;
        cache::used(*file);
        return all;
    } catch (const std::exception&) {  // unreadable
        return std::nullopt;
    }
}

void keep(const std::string& name, const std::string& key, int major, int minor, const std::string& content) {
    if (const auto file = file_of(name, key, major, minor))
        cache::keep(*file, content + fmt::format("{:016x}", digest(key + content)));
}

std::vector<char> compiled_once(const std::string& source, const std::string& name,
                                const std::vector<Header>& headers, int major, int minor) {
    std::string key = source;
    for (const Header& header : headers) key += fmt::format("\n{}\n{}", header.name, header.text);
    if (const auto image = kept(name, key, major, minor)) return {image->begin(), image->end()};
    std::vector<char> image = compile(source, name, headers, major, minor);
    keep(name, key, major, minor, std::string(image.begin(), image.end()));
    return image;
}

}  // namespace limbsmith::runtime
