// Derivations of loops that are kept: what is found again, and what must not be believed.
#include <doctest/doctest.h>
#include <stdlib.h>

#include <fstream>

#include "check/checker.hpp"
#include "engine/loop_proofs.hpp"
#include "spec/modulus.hpp"

namespace limbsmith::test {
namespace {

namespace fs = std::filesystem;
using engine::derive_loop, engine::LoopDerivation, engine::SearchTime;

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

}  // namespace

TEST_CASE("a derivation of a loop that was kept is read again") {
    const NewFolder folder;
    const catalogue::Loops loops = loops_modulo("2^40");
    const LoopDerivation first = derive_loop(loops, "sqr_n", folder.path, SearchTime::brief);
    REQUIRE(first.derivation);
    CHECK(first.steps > 0);
    CHECK_FALSE(first.is_cached);
    REQUIRE(files_in(folder.path).size() == 1);
    const LoopDerivation again = derive_loop(loops, "sqr_n", folder.path, SearchTime::brief);
    REQUIRE(again.derivation);
    CHECK(again.is_cached);
    CHECK(again.steps == first.steps);
}

TEST_CASE("a file with steps that do not follow, or with none, is not believed") {
    const NewFolder folder;
    const catalogue::Loops loops = loops_modulo("2^40"), others = loops_modulo("2^40+2");
    derive_loop(loops, "sqr_n", folder.path, SearchTime::brief);
    const fs::path file = files_in(folder.path).at(0);
    derive_loop(others, "from_bytes", folder.path, SearchTime::full);
    for (const fs::path& other : files_in(folder.path))
        if (other != file) fs::copy_file(other, file, fs::copy_options::overwrite_existing);
    CHECK_FALSE(derive_loop(loops, "sqr_n", folder.path, SearchTime::brief).is_cached);
    CHECK(derive_loop(loops, "sqr_n", folder.path, SearchTime::brief).is_cached);  // the file is right again
    std::ofstream(file) << "{\"derivation\": 1";
    CHECK_FALSE(derive_loop(loops, "sqr_n", folder.path, SearchTime::brief).is_cached);
}

TEST_CASE("a loop without a derivation says what is missing") {
    const LoopDerivation none = derive_loop(loops_modulo("15"), "inv", {}, SearchTime::brief);
    CHECK_FALSE(none.derivation);
    CHECK(none.missing.starts_with("leg "));
}

}  // namespace limbsmith::test
