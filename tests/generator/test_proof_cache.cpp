// The proof cache: when the prover is asked, and what must not be confused.
#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "proof/cache.hpp"
#include "proof/content.hpp"
#include "spec/representations.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {
namespace {

namespace fs = std::filesystem;

ir::Program addition(int bits) { return whole_programs("add", {bits}, {})[0]; }

struct Folder {
    Folder() {
        std::string name = (fs::temp_directory_path() / "limbsmith-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path = name;
    }
    ~Folder() { fs::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    fs::path path;
};

// A prover that gives a fixed verdict and counts its calls.
struct Counter {
    std::atomic<int> asked = 0;
    proof::Prover prover(bool says) {
        return [this, says](const ir::Program&) {
            ++asked;
            return proof::Verdict{says, says ? "" : "no"};
        };
    }
};

}  // namespace

TEST_CASE("the key of a cached proof changes with everything that the proof depends on") {
    const ir::Program program = addition(64);
    const std::string content = proof::content(program);
    ir::Program same = program;
    same.name = "another";
    CHECK(proof::content(same) == content);
    const auto differs = [&](auto change) {
        ir::Program other = program;
        change(other);
        CHECK(proof::content(other) != content);
    };
    differs([](auto& p) { p.body[0].op = ir::Opcode::sub; });
    differs([](auto& p) { std::swap(p.body[0].src[0], p.body[0].src[1]); });
    differs([](auto& p) { p.body[0].src[0] = ir::Operand(p.body[0].src[0].value); });  // a constant
    differs([](auto& p) { p.body[1].flag_in.reset(); });
    differs([](auto& p) { p.inputs[0].representation = repr::wide; });
    differs([](auto& p) { std::swap(p.outputs[0].words[0], p.outputs[0].words[1]); });
    differs([](auto& p) { p.contract.requires_[0].below = ir::pow2(63); });
    differs([](auto& p) { p.contract.requires_[0].step = 2; });
    differs([](auto& p) { p.contract.requires_[0].at_least = ir::integer(1); });
    differs([](auto& p) { p.contract.right = p.contract.right + ir::integer(1); });
    differs([](auto& p) { p.contract.right = ir::constant("N", "b"); });
    differs([](auto& p) { p.contract.ensures.clear(); });
    differs([](auto& p) { p.claims.emplace_back(); });
    ir::Program one = program, other = program;
    one.contract.right = ir::constant("N", "b");
    other.contract.right = ir::constant("N", "d");  // the same text in banners
    CHECK(proof::content(one) != proof::content(other));
}

TEST_CASE("threads that need the same proof share one run of the prover") {
    Counter counter;
    proof::Cache cache(std::nullopt, counter.prover(true));
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&] { CHECK(cache.prove(addition(64)).verdict.is_proved); });
    }
    CHECK(counter.asked == 1);
    CHECK(cache.prove(addition(64)).is_cached);
    CHECK(!cache.prove(addition(96)).is_cached);
    CHECK(counter.asked == 2);
}

TEST_CASE("proofs are kept on disk, failures are not") {
    const Folder folder;
    Counter counter;
    const auto ask = [&](bool says) {
        return proof::Cache(folder.path, counter.prover(says)).prove(addition(64));
    };
    CHECK(ask(false).verdict.reason == "no");
    CHECK(fs::is_empty(folder.path));
    CHECK(!ask(true).is_cached);
    CHECK(counter.asked == 2);
    const proof::Answer kept = ask(false);
    CHECK(kept.verdict.is_proved);
    CHECK(kept.is_cached);
    CHECK(counter.asked == 2);
}

TEST_CASE("refused proofs are kept on disk on request") {
    const Folder folder;
    Counter counter;
    const auto ask = [&](bool says, int bits) {
        return proof::Cache(folder.path, counter.prover(says), proof::Cache::Keep::refusals_too)
            .prove(addition(bits));
    };
    CHECK(!ask(false, 64).verdict.is_proved);
    const proof::Answer kept = ask(true, 64);
    CHECK(!kept.verdict.is_proved);
    CHECK(kept.is_cached);
    CHECK(ask(true, 96).verdict.is_proved);
    CHECK(ask(false, 96).verdict.is_proved);
    CHECK(counter.asked == 2);
}

TEST_CASE("a cached proof of another program is not used") {
    const Folder folder;
    Counter counter;
    proof::Cache(folder.path, counter.prover(true)).prove(addition(64));
    const fs::path file = fs::directory_iterator(folder.path)->path();
    proof::Cache(folder.path, counter.prover(true)).prove(addition(96));
    for (const auto& other : fs::directory_iterator(folder.path)) {
        if (other.path() != file) fs::rename(other.path(), file);  // as if both had the same hash
    }
    const proof::Answer answer = proof::Cache(folder.path, counter.prover(false)).prove(addition(64));
    CHECK(!answer.verdict.is_proved);
    CHECK(!answer.is_cached);
}

TEST_CASE("a folder or a pipe in place of a cached proof is ignored") {
    const Folder folder;
    Counter counter;
    const auto ask = [&] { return proof::Cache(folder.path, counter.prover(true)).prove(addition(64)); };
    ask();
    const fs::path file = fs::directory_iterator(folder.path)->path();
    fs::remove(file);
    const auto proves_anew = [&] {
        const int before = counter.asked;
        const proof::Answer answer = ask();
        CHECK(answer.verdict.is_proved);
        CHECK(!answer.is_cached);
        CHECK(counter.asked == before + 1);
        fs::remove(file);
    };
    fs::create_directory(file);
    proves_anew();
    REQUIRE(mkfifo(file.c_str(), 0600) == 0);  // nothing reads or writes it
    proves_anew();
    fs::create_symlink(folder.path / "nowhere", file);
    proves_anew();
    CHECK(fs::is_empty(folder.path));
}

TEST_CASE("an exception of the prover reaches every waiting thread") {
    proof::Cache cache(std::nullopt,
                       [](const ir::Program&) -> proof::Verdict { throw std::runtime_error("broken"); });
    CHECK_THROWS_WITH(cache.prove(addition(64)), "broken");
    CHECK_THROWS_WITH(cache.prove(addition(64)), "broken");
}

}  // namespace limbsmith::test
