#include "files/text.hpp"

#include <fmt/format.h>

#include "limbsmith/error.hpp"

namespace limbsmith::runtime {
namespace {

struct Format {
    std::string_view magic;
    const char *is, *remedy;
};

constexpr Format formats[] = {
    {"\x1f\x8b", "compressed by gzip", "decompress it first: gunzip"},
    {"\xfd"
     "7zXZ",
     "compressed by xz", "decompress it first: unxz"},
    {"\x28\xb5\x2f\xfd", "compressed by zstd", "decompress it first: unzstd"},
    {"BZh", "compressed by bzip2", "decompress it first: bunzip2"},
    {"PK\x03\x04", "a zip archive", "unpack it first: unzip"},
    {"\xff\xfe", "UTF-16", "convert it first: iconv -f UTF-16 -t UTF-8"},
    {"\xfe\xff", "UTF-16", "convert it first: iconv -f UTF-16 -t UTF-8"},
};

}  // namespace

void require_text(std::string_view content, const std::string& name) {
    for (const Format& format : formats) {
        if (content.starts_with(format.magic))
            throw InputError(fmt::format("{} is {}, not text; {}", name, format.is, format.remedy));
    }
    // UTF-16 without a byte order mark
    if (content.size() >= 2 && (content[0] == '\0') != (content[1] == '\0'))
        throw InputError(
            fmt::format("{} is not text: it begins as UTF-16; convert it first: iconv -f UTF-16{} -t UTF-8",
                        name, content[0] == '\0' ? "BE" : "LE"));
}

}  // namespace limbsmith::runtime
