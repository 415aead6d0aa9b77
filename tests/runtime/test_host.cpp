// Work on the host: all cores compute, and a program learns that its kernels are missing.
#include <doctest/doctest.h>
#include <stdio.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

#include "limbsmith/cores.hpp"
#include "limbsmith/error.hpp"
#include "limbsmith/host_fallback.hpp"
#include "support/variable.hpp"

namespace limbsmith::test {
namespace {

// The text that is written to stderr.
template <class Work>
std::string on_stderr(const Work& work) {
    FILE* const file = tmpfile();
    REQUIRE(file != nullptr);
    fflush(stderr);
    const int before = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    work();
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(file);
    std::string text(1000, '\0');
    text.resize(fread(text.data(), 1, text.size(), file));
    fclose(file);
    return text;
}

}  // namespace

TEST_CASE("every number is computed once, by all cores if the work is long") {
    for (const index64 count : {0, 1, 7, 5000, 100'000}) {
        std::vector<std::atomic<int>> times(count);
        on_all_cores(count, [&](index64 first, index64 last) {
            for (index64 t = first; t < last; ++t) ++times[t];
        });
        for (const auto& it : times) REQUIRE(it == 1);
    }
    std::mutex mutex;
    std::set<std::thread::id> threads;
    on_all_cores(12, [&](index64 first, index64 last) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5 * (last - first)));
        const std::lock_guard lock(mutex);
        threads.insert(std::this_thread::get_id());
    });
    CHECK(threads.size() >= std::min(2u, std::thread::hardware_concurrency()));
    for (const index64 bad : {0, 3, 4999})
        CHECK_THROWS_WITH(on_all_cores(5000,
                                       [&](index64 first, index64 last) {
                                           if (first <= bad && bad < last) throw std::runtime_error("bad");
                                       }),
                          "bad");
}

TEST_CASE("a computation on the host for want of a kernel is said once, or refused") {
    const auto fall_back = [](const char* name) { detail::fall_back_to_host(name, place::gpu(1)); };
    {
        const Variable unset("LIMBSMITH_HOST_FALLBACK", nullptr);
        const std::string said = on_stderr([&] { fall_back("u8::mul"), fall_back("u8::mul"); });
        CHECK(said ==
              "limbsmith: u8::mul: the program has no kernel for these batches on cuda:1; compile the call "
              "by nvcc, or "
              "link kernels (limbsmith generate --kernels batch). The numbers are copied to the host and "
              "computed "
              "there.\n");
        CHECK(on_stderr([&] { fall_back("u8::add"); }).starts_with("limbsmith: u8::add: "));
    }
    {
        const Variable quiet("LIMBSMITH_HOST_FALLBACK", "quiet");
        CHECK(on_stderr([&] { fall_back("u8::sub"); }).empty());
    }
    const Variable error("LIMBSMITH_HOST_FALLBACK", "error");
    CHECK_THROWS_AS(fall_back("u8::mul"), runtime::Error);
    const Variable wrong("LIMBSMITH_HOST_FALLBACK", "never");
    CHECK_THROWS_AS(fall_back("u8::mul"), runtime::InputError);
}

}  // namespace limbsmith::test
