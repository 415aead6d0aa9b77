// limbsmith cache, and the limit on the files that are kept.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "engine/gzip.hpp"
#include "support/hostile.hpp"
#include "support/variable.hpp"

namespace limbsmith::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// Everything is kept below the folder.
struct KeptFolder : TempFolder {
    Variable caches{"XDG_CACHE_HOME", path("caches")};
    Variable proofs{"LIMBSMITH_PROOF_CACHE", nullptr}, images{"LIMBSMITH_IMAGE_CACHE", nullptr},
        checks{"LIMBSMITH_SELF_CHECK", nullptr};
};

std::vector<fs::path> files_of(const fs::path& folder) {
    std::vector<fs::path> all;
    for (const fs::directory_entry& it : fs::directory_iterator(folder)) all.push_back(it.path());
    return all;
}

}  // namespace

TEST_CASE("cache lists the files that are kept, and removes them") {
    const KeptFolder folder;
    CHECK(done(folder, {"cache", "--size"}) == "0\n");
    done(folder, {"generate", "--bits", "40", "--ops", "add", "-o", "u40.cuh"});
    const std::vector<fs::path> proofs = files_of(folder.path("caches/limbsmith"));
    CHECK(proofs.size() == 2);  // of add, and of add with its carry
    const std::string table = done(folder, {"cache"});
    CHECK(contains(table, "proofs              2    8.19 kB  " + folder.path("caches/limbsmith").string()));
    CHECK(contains(table, folder.path("caches/limbsmith/images").string()));
    CHECK(contains(table, "of 512 MB (LIMBSMITH_CACHE_LIMIT)"));
    CHECK(done(folder, {"cache", "--size"}) == "8192\n");
    const Json json = Json::parse(done(folder, {"cache", "--json"}));
    CHECK(json["limit_bytes"] == 512'000'000);
    CHECK(json["bytes"] == 8192);
    CHECK(json["folders"][0]["kind"] == "proofs");
    CHECK(json["folders"][0]["files"] == 2);
    folder.write("caches/limbsmith/notes.txt", "mine");
    CHECK(done(folder, {"cache", "--clear"}) == "");
    CHECK(files_of(folder.path("caches/limbsmith")).size() == 1);
    CHECK(done(folder, {"cache", "--size"}) == "0\n");
    const Variable off("LIMBSMITH_PROOF_CACHE", "off");
    CHECK(contains(done(folder, {"cache"}), "0 B  off\n"));
    refused(folder, {"cache", "--size", "--clear"}, exit_usage, {"--size", "--clear"});
}

TEST_CASE("proofs are compressed, and check-proof reads them") {
    const KeptFolder folder;
    done(folder, {"generate", "--bits", "256", "--ops", "sqr", "-o", "u256.cuh"});
    const std::vector<fs::path> proofs = files_of(folder.path("caches/limbsmith"));
    REQUIRE(proofs.size() == 1);
    CHECK(contains(done(folder, {"check-proof", proofs[0]}), "sqr: holds, by "));
    done(folder, {"verify", "--bits", "256", "--ops", "sqr", "--derivation", "sqr.jsonl"});
    CHECK(fs::file_size(folder.path("sqr.jsonl")) > 6 * fs::file_size(proofs[0]));
    fs::resize_file(proofs[0], fs::file_size(proofs[0]) - 20);
    refused(folder, {"check-proof", proofs[0]}, exit_usage, {proofs[0].string(), "damaged"});
    refused(folder, {"check-proof", "caches"}, exit_usage, {"cannot read caches"});
}

TEST_CASE("check proves nothing where GMP computes, whatever the reduction") {
    const KeptFolder folder;
    const auto check = [&](const char* operation, const char* operand, const std::string& result) {
        folder.write("r.txt", result);
        done(folder, {"check", "--modulus", "2^89-1", "--op", operation, operand, "r.txt"});
        return std::stoul(done(folder, {"cache", "--size"}));
    };
    CHECK(check("sqr", "=2", "4\n") == 0);
    CHECK(check("neg", "=1", "618970019642690137449562110\n") == 0);
    // the form of elements shows
    CHECK(check("to_elem", "=1", "1\n") > 0);
}

TEST_CASE("a kept proof that takes too long is ignored, and found anew") {
    const KeptFolder folder;
    const Arguments generate = {"generate", "--bits", "256", "--ops", "sqr"};
    const std::string header = done(folder, generate);
    const fs::path proof = files_of(folder.path("caches/limbsmith")).at(0);
    const std::string kept = "caches/limbsmith/" + proof.filename().string();
    std::string text;
    {
        engine::GzipReader file(proof);
        text.assign(std::istreambuf_iterator<char>(file), {});
    }
    text.insert(text.find(R"({"step")"), endless_step + "\n");
    folder.write(kept, text);
    const ProcessResult again = folder.run(generate);
    CHECK(again.exit_code == exit_done);
    CHECK(again.out == header);
    CHECK(contains(again.err, kept + " is ignored: "));
    CHECK(contains(again.err, "too much work"));
    CHECK(folder.run(generate).err == "");
}

TEST_CASE("the files that are kept have a limit, and files of earlier versions go") {
    const KeptFolder folder;
    const Variable limit("LIMBSMITH_CACHE_LIMIT", "60K");
    fs::create_directories(folder.path("caches/limbsmith"));
    folder.write("caches/limbsmith/0123456789abcdef.jsonl", std::string(100'000, 'x'));
    for (const char* bits : {"32", "64", "96", "128", "160", "192"}) {
        done(folder, {"generate", "--bits", bits, "--ops", "add,sub,mul,neg", "-o", "u.cuh"});
        CHECK(std::stoul(done(folder, {"cache", "--size"})) <= 60'000);
    }
    CHECK(!fs::exists(folder.path("caches/limbsmith/0123456789abcdef.jsonl")));
    CHECK(std::stoul(done(folder, {"cache", "--size"})) > 30'000);
    for (const char* wrong : {"lots", "-1", "1e9"}) {
        const Variable other("LIMBSMITH_CACHE_LIMIT", wrong);
        refused(folder, {"list"}, exit_usage, {"LIMBSMITH_CACHE_LIMIT", wrong, "512M"});
    }
}

}  // namespace limbsmith::test
