// The files that are kept from one process to the next: their places, their limit, and the ones that go first.
#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <set>

#include "cache/cache.hpp"
#include "support/variable.hpp"

namespace limbsmith::test {
namespace {

namespace fs = std::filesystem;
using cache::Kind;

// Folders of all kinds, and a limit.
struct OwnCache {
    explicit OwnCache(const std::string& most) : limit("LIMBSMITH_CACHE_LIMIT", most) {}
    ~OwnCache() { fs::remove_all(path); }
    OwnCache(const OwnCache&) = delete;
    OwnCache& operator=(const OwnCache&) = delete;

    static fs::path fresh() {
        std::string name = (fs::temp_directory_path() / "limbsmith-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        return name;
    }
    // A file of so many bytes, last used so many hours ago.
    void put(const std::string& file, size_t bytes, int hours) const {
        fs::create_directories((path / file).parent_path());
        std::ofstream(path / file) << std::string(bytes, 'x');
        fs::last_write_time(path / file, fs::file_time_type::clock::now() - std::chrono::hours(hours));
    }
    std::set<std::string> names() const {
        std::set<std::string> all;
        for (const fs::directory_entry& it : fs::recursive_directory_iterator(path))
            if (!it.is_directory()) all.insert(it.path().filename());
        return all;
    }

    fs::path path = fresh();
    Variable limit;
    Variable proofs{"LIMBSMITH_PROOF_CACHE", path.string()};
    Variable images{"LIMBSMITH_IMAGE_CACHE", path / "images"};
    Variable checks{"LIMBSMITH_SELF_CHECK", path / "self-check"};
};

uint64_t bytes_of_all() {
    uint64_t bytes = 0;
    for (const cache::File& file : cache::files()) bytes += file.bytes;
    return bytes;
}

const std::string proof_a = "0123456789abcdef.jsonl.gz", proof_b = "fedcba9876543210.loop.jsonl.gz",
                  image = "grid.cu-0123456789abcdef-90-0123456789abcdef", record = "123456789.right",
                  draft = "0123456789abcdef.all.gz.77.0";

}  // namespace

TEST_CASE("sizes are bytes with decimal units") {
    CHECK(cache::parse_size("0") == 0);
    CHECK(cache::parse_size("100000") == 100'000);
    CHECK(cache::parse_size("12K") == 12'000);
    CHECK(cache::parse_size("512M") == 512'000'000);
    CHECK(cache::parse_size("2GB") == 2'000'000'000);
    CHECK(cache::parse_size("1T") == 1'000'000'000'000);
    for (const char* wrong : {"", "M", "-1", "1.5G", "512 M", "512m", "512MiB", "20000000T", "1e9"})
        CHECK_MESSAGE(!cache::parse_size(wrong), wrong);
    const Variable none("LIMBSMITH_CACHE_LIMIT", nullptr);
    CHECK(cache::limit() == 512'000'000);
    const Variable own("LIMBSMITH_CACHE_LIMIT", "3M");
    CHECK(cache::limit() == 3'000'000);
}

TEST_CASE("each kind of file has a folder of its own, by the environment") {
    const Variable caches("XDG_CACHE_HOME", "/xdg"), home("HOME", "/home/user");
    const std::pair<Kind, const char*> variables[] = {{Kind::proofs, "LIMBSMITH_PROOF_CACHE"},
                                                      {Kind::images, "LIMBSMITH_IMAGE_CACHE"},
                                                      {Kind::self_checks, "LIMBSMITH_SELF_CHECK"}};
    for (const auto& [kind, name] : variables) {
        const Variable own(name, "/own"), off(name, "off");
        CHECK(!cache::folder(kind));
        const Variable again(name, "/own");
        CHECK(cache::folder(kind) == fs::path("/own"));
    }
    const Variable a("LIMBSMITH_PROOF_CACHE", ""), b("LIMBSMITH_IMAGE_CACHE", nullptr),
        c("LIMBSMITH_SELF_CHECK", nullptr);
    CHECK(cache::folder(Kind::proofs) == fs::path("/xdg/limbsmith"));
    CHECK(cache::folder(Kind::images) == fs::path("/xdg/limbsmith/images"));
    CHECK(cache::folder(Kind::self_checks) == fs::path("/xdg/limbsmith/self-check"));
    const Variable no_caches("XDG_CACHE_HOME", nullptr);
    CHECK(cache::folder(Kind::images) == fs::path("/home/user/.cache/limbsmith/images"));
    const Variable no_home("HOME", nullptr);
    CHECK(!cache::folder(Kind::proofs));
}

TEST_CASE(
    "the least recently used files go first, whatever their kind, until an eighth of the limit is free") {
    const OwnCache own("80K");
    own.put(proof_a, 20'000, 5);  // takes 20,480 bytes
    own.put(proof_b, 20'000, 2);
    own.put("images/" + image, 20'000, 4);
    own.put("self-check/" + record, 1, 6);
    own.put(draft, 10'000, 7);
    CHECK(bytes_of_all() == 3 * 20'480 + 4'096 + 12'288);
    cache::make_room();
    CHECK(own.names() == std::set<std::string>{proof_a, proof_b, image, record, draft});  // below the limit
    own.put("1111111111111111.jsonl.gz", 20'000, 1);
    cache::used(own.path / proof_a);
    cache::make_room();  // the draft, the record and the image have to go
    CHECK(own.names() == std::set<std::string>{proof_a, proof_b, "1111111111111111.jsonl.gz"});
}

TEST_CASE("files of earlier versions are removed, and files of others are left alone") {
    const OwnCache own("10K");
    for (const char* file : {"0123456789abcdef.jsonl", "0123456789abcdef.loop.jsonl", "0123456789abcdef.all",
                             "0123456789abcdef.none"})
        own.put(file, 1'000, 0);
    const std::set<std::string> others = {"notes.txt", "0123456789ABCDEF.jsonl", "0123456789abcde.jsonl",
                                          "0123456789abcdef0.jsonl", "p.jsonl.gz"};
    for (const std::string& file : others) own.put(file, 100'000, 100);
    own.put("images/photo-2026.png", 100'000, 100);
    own.put("self-check/all.right", 100'000, 100);
    fs::create_directory(own.path / "0123456789abcdef.gz");
    own.put(proof_b, 10'000, 0);
    cache::make_room();
    std::set<std::string> left = own.names();
    CHECK(left.erase("photo-2026.png") == 1);
    CHECK(left.erase("all.right") == 1);
    CHECK(left == others);  // proof_b takes more than the limit
    CHECK(fs::exists(own.path / "0123456789abcdef.gz"));
}

TEST_CASE("a file that is kept appears whole, or not at all") {
    const OwnCache own("1M");
    const fs::path path = own.path / "new" / proof_a;
    cache::keep(path, "text");
    std::ifstream file(path);
    CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == "text");
    cache::keep(path, [&](const fs::path& place) {
        CHECK(place != path);
        std::ofstream(place) << "half";
        return false;
    });
    CHECK(fs::file_size(path) == 4);
    cache::keep(path, [](const fs::path&) { return true; });  // without a draft
    CHECK(fs::file_size(path) == 4);
    CHECK(own.names() == std::set<std::string>{proof_a});
    std::ofstream(own.path / "file") << "no folder";
    cache::keep(own.path / "file" / proof_a, "text");
    CHECK(fs::file_size(own.path / "file") == 9);
}

TEST_CASE("several processes that write at once keep the limit, and read whole files") {
    const OwnCache own("400K");
    constexpr int processes = 4, files = 200;
    const auto work = [&](int seed) {
        for (int k = 0; k < files; ++k) {
            const std::string digits = std::to_string(1'000'000'000'000'000 + (k * 7 + seed * 3) % 97);
            const fs::path path = own.path / (digits + ".jsonl.gz");
            std::ifstream file(path);
            const std::string text(std::istreambuf_iterator<char>(file), {});
            if (file && text != std::string(10'000, 'a')) return 1;
            if (file.is_open()) cache::used(path);
            cache::keep(path, std::string(10'000, 'a'));
        }
        return 0;
    };
    for (int seed = 0; seed < processes; ++seed)
        if (fork() == 0) _exit(work(seed));
    for (int k = 0; k < processes; ++k) {
        int status = 0;
        REQUIRE(wait(&status) > 0);
        CHECK(status == 0);
    }
    CHECK(bytes_of_all() <= 400'000 + processes * (400'000 / 16 + 12'288));
    for (const std::string& name : own.names()) CHECK(name.size() == proof_a.size());  // no draft is left
}

}  // namespace limbsmith::test
