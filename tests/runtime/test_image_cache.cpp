// Images that are kept from one process to the next. Needs NVRTC and no GPU.
#include <doctest/doctest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "jit/compiler.hpp"
#include "jit/image_cache.hpp"
#include "limbsmith/error.hpp"
#include "support/variable.hpp"

namespace limbsmith::test {
namespace {

namespace fs = std::filesystem;
using runtime::compiled_once;

constexpr const char* source = "extern \"C\" __global__ void one(unsigned* r) { *r = 1; }\n";
constexpr const char* other = "extern \"C\" __global__ void two(unsigned* r) { *r = 2; }\n";

bool has_no_compiler() {
    try {
        runtime::compiler_version();
        return false;
    } catch (const runtime::NoDevice& none) {
        MESSAGE("skipped: " << none.what());
        return true;
    }
}

struct CacheFolder {
    CacheFolder() {
        std::string name = (fs::temp_directory_path() / "limbsmith-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path = name;
    }
    ~CacheFolder() { fs::remove_all(path); }
    CacheFolder(const CacheFolder&) = delete;
    CacheFolder& operator=(const CacheFolder&) = delete;

    fs::path path;
};

using Image = std::vector<char>;

std::map<fs::path, Image> files(const fs::path& folder) {
    std::map<fs::path, Image> found;
    if (!fs::exists(folder)) return found;
    for (const fs::directory_entry& it : fs::recursive_directory_iterator(folder)) {
        if (!it.is_regular_file()) continue;
        std::ifstream file(it.path(), std::ios::binary);
        found[it.path()] = Image(std::istreambuf_iterator<char>(file), {});
    }
    return found;
}

void write(const fs::path& path, const Image& content) {
    std::ofstream(path, std::ios::binary | std::ios::trunc)
        .write(content.data(), static_cast<std::streamsize>(content.size()));
}

}  // namespace

TEST_CASE("an image is compiled once, and taken from its file then") {
    if (has_no_compiler()) return;
    const CacheFolder folder;
    const fs::path place = folder.path / "made" / "images";  // made when it is needed
    const Variable cache("LIMBSMITH_IMAGE_CACHE", place.c_str());
    const Image image = compiled_once(source, "one.cu", {}, 9, 0);
    CHECK(std::string(image.data() + 1, 3) == "ELF");
    const auto made = files(place);
    REQUIRE(made.size() == 1);
    const fs::path file = made.begin()->first;
    const Image kept = made.begin()->second;
    CHECK(std::equal(image.begin(), image.end(), kept.begin()));
    CHECK(file.filename().string().starts_with("one.cu-"));
    // the image in the file is taken, if it was kept for this source
    const Image another = compiled_once(other, "another.cu", {}, 9, 0);
    CHECK(another != image);
    for (const auto& [path, content] : files(place))
        if (path != file) write(file, content), fs::remove(path);
    CHECK(compiled_once(source, "one.cu", {}, 9, 0) == image);
    runtime::keep("one.cu", source, 9, 0, std::string(another.begin(), another.end()));
    CHECK(compiled_once(source, "one.cu", {}, 9, 0) == another);
    // damaged, cut off, nothing in it, or not there: compiled again
    Image damaged = kept;
    damaged[kept.size() / 2] ^= 1;
    for (const Image& content :
         {damaged, Image(kept.begin(), kept.end() - 1), Image(kept.begin(), kept.begin() + 3), Image{}}) {
        write(file, content);
        CHECK(compiled_once(source, "one.cu", {}, 9, 0) == image);
        CHECK(files(place).at(file) == kept);
    }
    fs::remove(file);
    CHECK(compiled_once(source, "one.cu", {}, 9, 0) == image);
    CHECK(files(place) == made);
}

TEST_CASE("another source, name or device has an image of its own") {
    if (has_no_compiler()) return;
    const CacheFolder folder;
    const Variable cache("LIMBSMITH_IMAGE_CACHE", folder.path.c_str());
    const Image image = compiled_once(source, "one.cu", {}, 9, 0);
    CHECK(compiled_once(other, "one.cu", {}, 9, 0) != image);
    CHECK(files(folder.path).size() == 2);
    CHECK(compiled_once(source, "one.cu", {}, 8, 0) != image);
    CHECK(files(folder.path).size() == 3);
    const char* including =
        "#include \"value.h\"\nextern \"C\" __global__ void one(unsigned* r) { *r = VALUE; }\n";
    const Image of_1 = compiled_once(including, "one.cu", {{"value.h", "#define VALUE 1\n"}}, 9, 0);
    CHECK(compiled_once(including, "one.cu", {{"value.h", "#define VALUE 2\n"}}, 9, 0) != of_1);
    CHECK(compiled_once(including, "one.cu", {{"value.h", "#define VALUE 1\n"}}, 9, 0) == of_1);
    compiled_once(source, "two.cu", {}, 9, 0);
    CHECK(files(folder.path).size() == 6);
    CHECK(compiled_once(source, "one.cu", {}, 9, 0) == image);
    CHECK(files(folder.path).size() == 6);
}

TEST_CASE("a source with an error is not kept, and names its file") {
    if (has_no_compiler()) return;
    const CacheFolder folder;
    const Variable cache("LIMBSMITH_IMAGE_CACHE", folder.path.c_str());
    for (int i = 0; i < 2; ++i) {
        try {
            compiled_once("nonsense", "bad.cu", {}, 9, 0);
            FAIL("nonsense was compiled");
        } catch (const runtime::Error& error) {
            CHECK(std::string(error.what()).find("bad.cu") != std::string::npos);
        }
    }
    CHECK(files(folder.path).empty());
}

TEST_CASE("images without a folder, or with one that cannot be written, are compiled") {
    if (has_no_compiler()) return;
    const CacheFolder folder;
    Image image;
    {
        const Variable cache("LIMBSMITH_IMAGE_CACHE", "off"), home("HOME", folder.path.c_str()),
            xdg("XDG_CACHE_HOME", folder.path.c_str());
        image = compiled_once(source, "one.cu", {}, 9, 0);
        CHECK(std::string(image.data() + 1, 3) == "ELF");
        CHECK(files(folder.path).empty());
    }
    std::ofstream(folder.path / "file") << "no folder";
    const std::string below = folder.path / "file" / "below";
    const Variable cache("LIMBSMITH_IMAGE_CACHE", below.c_str());
    CHECK(compiled_once(source, "one.cu", {}, 9, 0) == image);
    CHECK(files(folder.path).size() == 1);
}

TEST_CASE("LIMBSMITH_IMAGE_CACHE, XDG_CACHE_HOME and HOME say where images are kept") {
    if (has_no_compiler()) return;
    const CacheFolder folder;
    const fs::path named = folder.path / "named", xdg = folder.path / "xdg", home = folder.path / "home";
    const Variable own("LIMBSMITH_IMAGE_CACHE", named.c_str()), caches("XDG_CACHE_HOME", xdg.c_str()),
        user("HOME", home.c_str());
    compiled_once(source, "one.cu", {}, 9, 0);
    CHECK(files(named).size() == 1);
    const Variable not_named("LIMBSMITH_IMAGE_CACHE", "");
    compiled_once(source, "one.cu", {}, 9, 0);
    CHECK(files(xdg / "limbsmith/images").size() == 1);
    const Variable no_caches("XDG_CACHE_HOME", nullptr);
    compiled_once(source, "one.cu", {}, 9, 0);
    CHECK(files(home / ".cache/limbsmith/images").size() == 1);
    CHECK(files(folder.path).size() == 3);
}

}  // namespace limbsmith::test
