// The proof cache: when the search is asked, and requests that must not be confused.
#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "engine/content.hpp"
#include "engine/gzip.hpp"
#include "engine/proof_cache.hpp"
#include "proof_text/read.hpp"
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

derive::Outcome nothing(const ir::Program&) { return {std::nullopt, "none"}; }

// A search that counts its calls, and finds derivations if it is `able` to.
struct Counter {
    std::atomic<int> asked = 0;
    engine::ProofCache::Find find(bool able) {
        return [this, able](const ir::Program& program) {
            ++asked;
            return able ? engine::find_derivation(program) : nothing(program);
        };
    }
};

std::string text_of(const fs::path& path) {
    engine::GzipReader file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("the key of a cached proof changes with everything that the proof depends on") {
    const ir::Program program = addition(64);
    const std::string content = engine::content(program);
    ir::Program same = program;
    same.name = "another";
    CHECK(engine::content(same) == content);
    const auto differs = [&](auto change) {
        ir::Program other = program;
        change(other);
        CHECK(engine::content(other) != content);
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
    differs([](auto& p) { p.outline.claims.emplace_back(); });
    ir::Program one = program, other = program;
    one.contract.right = ir::constant("N", "b");
    other.contract.right = ir::constant("N", "d");  // the same text in banners
    CHECK(engine::content(one) != engine::content(other));
}

TEST_CASE("threads that need the same proof share one search") {
    Counter counter;
    engine::ProofCache cache(std::nullopt, counter.find(true));
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i) threads.emplace_back([&] { CHECK(cache.prove(addition(64)).is_proved); });
    }
    CHECK(counter.asked == 1);
    CHECK(cache.prove(addition(64)).is_cached);
    CHECK(!cache.prove(addition(96)).is_cached);
    CHECK(counter.asked == 2);
}

TEST_CASE("derivations are kept on disk, failures are not") {
    const Folder folder;
    Counter counter;
    const auto ask = [&](bool able) {
        return engine::ProofCache(folder.path, counter.find(able)).prove(addition(64));
    };
    CHECK(ask(false).reason == "none");
    CHECK(fs::is_empty(folder.path));
    CHECK(!ask(true).is_cached);
    CHECK(counter.asked == 2);
    const engine::Answer kept = ask(false);
    CHECK(kept.is_proved);
    CHECK(kept.is_cached);
    CHECK(counter.asked == 2);
}

TEST_CASE("failures are kept on disk on request") {
    const Folder folder;
    Counter counter;
    const auto ask = [&](bool able, int bits) {
        return engine::ProofCache(folder.path, counter.find(able), engine::ProofCache::Keep::failures_too)
            .prove(addition(bits));
    };
    CHECK(!ask(false, 64).is_proved);
    const engine::Answer kept = ask(true, 64);
    CHECK(!kept.is_proved);
    CHECK(kept.is_cached);
    CHECK(ask(true, 96).is_proved);
    CHECK(ask(false, 96).is_proved);
    CHECK(counter.asked == 2);
}

TEST_CASE("that programs are proved is kept on disk, for these programs alone") {
    const Folder folder;
    const std::vector<ir::Program> both{addition(64), addition(96)};
    engine::ProofCache(folder.path).keep_proved(both);
    const engine::ProofCache again(folder.path);
    CHECK(again.says_proved(both));
    CHECK(!again.says_proved({addition(64)}));
    CHECK(!again.says_proved({addition(64), addition(97)}));
}

TEST_CASE("derivations are kept on disk, in the form that check-proof reads") {
    const Folder folder;
    const engine::Answer found = engine::ProofCache(folder.path).prove(addition(64));
    CHECK(found.is_proved);
    CHECK(!found.is_cached);
    CHECK(found.steps > 0);
    engine::GzipReader file(fs::directory_iterator(folder.path)->path());
    CHECK(proof_text::read(file).size() == 1);
    const engine::Answer kept = engine::ProofCache(folder.path, nothing).prove(addition(64));
    CHECK(kept.is_proved);
    CHECK(kept.is_cached);
    CHECK(kept.steps == found.steps);
}

TEST_CASE("a derivation that is kept is believed only if it holds for the program that is asked for") {
    const Folder folder;
    const auto path_of = [&](int bits) {
        fs::remove_all(folder.path);
        engine::ProofCache(folder.path).prove(addition(bits));
        return fs::directory_iterator(folder.path)->path();
    };
    const auto is_believed = [&] {
        return engine::ProofCache(folder.path, nothing).prove(addition(64)).is_proved;
    };
    const std::string other = text_of(path_of(96)), right = text_of(path_of(64));
    const fs::path path = path_of(64);
    const auto keep = [&](const std::string& text) { std::ofstream(path) << text; };
    REQUIRE(is_believed());
    keep(other);
    CHECK(!is_believed());
    keep(right.substr(0, right.size() / 2));
    CHECK(!is_believed());
    keep("");
    CHECK(!is_believed());
    const size_t last = right.rfind(R"({"step")");
    keep(right.substr(0, last));  // without the last step
    CHECK(!is_believed());
    int changes = 0;
    for (size_t line = 0; (line = right.find(R"({"step":"sum")", line)) != right.npos; ++line) {
        const size_t digit = right.find_first_of("0123456789", line);  // of the step's claim
        std::string changed = right;
        changed[digit] = changed[digit] == '9' ? '8' : static_cast<char>(changed[digit] + 1);
        keep(changed);
        CAPTURE(changed.substr(line, 80));
        CHECK(!is_believed());
        ++changes;
    }
    CHECK(changes > 0);
    keep(right);
    CHECK(is_believed());
    path_of(64);
    fs::resize_file(path, fs::file_size(path) - 1);  // compressed, and cut off
    CHECK(!is_believed());
}

TEST_CASE("a derivation that does not hold is not believed, whoever found it") {
    const auto wrong = [](const ir::Program& program) {
        auto found = engine::find_derivation(program);
        found.derivation->steps.pop_back();
        return found;
    };
    const engine::Answer answer = engine::ProofCache(std::nullopt, wrong).prove(addition(64));
    CHECK(!answer.is_proved);
    CHECK(answer.reason.find("does not follow") != std::string::npos);
    CHECK(engine::ProofCache(std::nullopt).prove(addition(64)).is_proved);
}

TEST_CASE("a folder or a pipe in place of a cached proof is ignored") {
    const Folder folder;
    Counter counter;
    const auto ask = [&] { return engine::ProofCache(folder.path, counter.find(true)).prove(addition(64)); };
    ask();
    const fs::path file = fs::directory_iterator(folder.path)->path();
    fs::remove(file);
    const auto proves_anew = [&] {
        const int before = counter.asked;
        const engine::Answer answer = ask();
        CHECK(answer.is_proved);
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

TEST_CASE("an exception of the search reaches every waiting thread") {
    const auto broken = [](const ir::Program&) -> derive::Outcome { throw std::runtime_error("broken"); };
    engine::ProofCache cache(std::nullopt, broken);
    CHECK_THROWS_WITH(cache.prove(addition(64)), "broken");
    CHECK_THROWS_WITH(cache.prove(addition(64)), "broken");
}

}  // namespace limbsmith::test
