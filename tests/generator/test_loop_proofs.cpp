// Kept derivations of loops: good files are found again, and bad ones must not be believed.
#include <doctest/doctest.h>
#include <stdlib.h>

#include <fstream>

#include "check/checker.hpp"
#include "engine/gzip.hpp"
#include "engine/loop_proofs.hpp"
#include "spec/modulus.hpp"
#include "support/hostile.hpp"

namespace limbsmith::test {
namespace {

namespace fs = std::filesystem;
using engine::derive_loop, engine::LoopDerivation;

struct NewFolder {
    NewFolder() {
        std::string name = (fs::temp_directory_path() / "limbsmith-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path = name;
    }
    ~NewFolder() { fs::remove_all(path); }
    NewFolder(const NewFolder&) = delete;
    NewFolder& operator=(const NewFolder&) = delete;
    fs::path path;
};

catalogue::Loops loops_modulo(const char* modulus) {
    return catalogue::loops(catalogue::with_all(Spec::modulo(parse_modulus(modulus), Reduction::barrett)));
}

std::vector<fs::path> files_in(const fs::path& folder) {
    return {fs::directory_iterator(folder), fs::directory_iterator()};
}

std::string text_of(const fs::path& path) {
    engine::GzipReader file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("a derivation of a loop that was kept is read again") {
    const NewFolder folder;
    const catalogue::Loops loops = loops_modulo("2^40");
    const LoopDerivation first = derive_loop(loops, "sqr_n", folder.path);
    REQUIRE(first.derivation);
    CHECK(first.steps > 0);
    CHECK_FALSE(first.is_cached);
    REQUIRE(files_in(folder.path).size() == 1);
    const LoopDerivation again = derive_loop(loops, "sqr_n", folder.path);
    REQUIRE(again.derivation);
    CHECK(again.is_cached);
    CHECK(again.steps == first.steps);
}

TEST_CASE("a file with steps that do not follow, or with none, is not believed") {
    const NewFolder folder;
    const catalogue::Loops loops = loops_modulo("2^40"), others = loops_modulo("2^40+2");
    derive_loop(loops, "sqr_n", folder.path);
    const fs::path file = files_in(folder.path).at(0);
    derive_loop(others, "from_bytes", folder.path);
    for (const fs::path& other : files_in(folder.path))
        if (other != file) fs::copy_file(other, file, fs::copy_options::overwrite_existing);
    CHECK_FALSE(derive_loop(loops, "sqr_n", folder.path).is_cached);
    CHECK(derive_loop(loops, "sqr_n", folder.path).is_cached);  // the file is right again
    std::ofstream(file) << "{\"derivation\": 1";
    CHECK_FALSE(derive_loop(loops, "sqr_n", folder.path).is_cached);
}

TEST_CASE("a file of a loop that is damaged, or takes too long, is not believed") {
    const NewFolder folder;
    const catalogue::Loops loops = loops_modulo("2^40");
    derive_loop(loops, "sqr_n", folder.path);
    const fs::path file = files_in(folder.path).at(0);
    {
        std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
        bytes.seekp(-8, std::ios::end) << "none";  // in place of the sum of all bytes
    }
    CHECK_FALSE(derive_loop(loops, "sqr_n", folder.path).is_cached);
    std::string text = text_of(file);
    const std::string leg = R"({"leg":[)";
    text.insert(text.find(leg) + leg.size(), endless_step + ",");
    std::ofstream(file) << text;
    CHECK_FALSE(derive_loop(loops, "sqr_n", folder.path).is_cached);
    CHECK(derive_loop(loops, "sqr_n", folder.path).is_cached);
}

TEST_CASE("a loop without a derivation names the missing fact") {
    const catalogue::Loops loops = loops_modulo("2^40");
    catalogue::Loops others;  // squarings that promise something else
    for (const auto& [key, callable] : loops.library.all()) {
        ir::Library::Callable copy = callable;
        if (key == "sqr_n") {
            ir::Contract& contract = std::get<ir::Routine>(copy).contract;
            contract.right = contract.right + ir::integer(1);
        }
        others.library.add(std::move(copy), key);
    }
    const LoopDerivation none = derive_loop(others, "sqr_n", {});
    CHECK_FALSE(none.derivation);
    CHECK(none.missing.starts_with("leg "));
}

TEST_CASE("a derivation names the theorems of others that it uses") {
    const catalogue::Loops loops = catalogue::loops(catalogue::with_all(Spec::of(Width{32})));
    const LoopDerivation gcd = derive_loop(loops, "gcd", {});
    REQUIRE(gcd.theorems.size() == 1);
    CHECK(gcd.theorems.begin()->starts_with("DIVSTEP_ENDTOEND_BITS_SIMPLE"));
    CHECK(derive_loop(loops, "divrem", {}).theorems.empty());
}

}  // namespace limbsmith::test
