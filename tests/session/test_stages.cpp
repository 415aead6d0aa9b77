// Stages: the order of chunks, stages at the same time, failures.
#include <doctest/doctest.h>

#include <atomic>
#include <future>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "session/stages.hpp"

namespace limbsmith::test {
namespace {

// The chunks that the last stage had, if chunk `wrong` of stage `where` fails (0: the filling), and another one later, in an earlier
// stage, or in another line.
struct Run {
    std::vector<size_t> had;
    std::string said = "nothing";
};

Run run(size_t slots, size_t lines, size_t chunks, size_t where, size_t wrong) {
    std::vector<size_t> held(slots), next(lines);
    std::iota(next.begin(), next.end(), 0);
    size_t filled = 0;
    Run made;
    const auto fail = [&](size_t stage, size_t chunk) {
        if (chunk == wrong && stage == where) throw std::runtime_error("chunk " + std::to_string(chunk));
        if (chunk == wrong + 1 && stage + 1 == where) throw std::runtime_error("later");
    };
    try {
        session::in_stages(
            slots,
            [&](size_t slot) {
                fail(0, filled);
                held[slot] = filled++;
                return held[slot] < chunks;
            },
            {[&](size_t slot) {
                 const size_t chunk = held[slot];
                 CHECK(chunk == next[chunk % lines]);
                 next[chunk % lines] += lines;
                 // later chunks overtake in other lines
                 if (chunk % lines == 0) std::this_thread::yield();
                 fail(1, chunk);
             },
             [&](size_t slot) {
                 fail(2, held[slot]);
                 made.had.push_back(held[slot]);
             }},
            lines);
    } catch (const std::runtime_error& error) {
        made.said = error.what();
    }
    return made;
}

}  // namespace

TEST_CASE("every stage has all chunks in order, whatever the number of slots and lines") {
    for (const size_t lines : {1, 2, 3})
        for (const size_t slots : {1, 2, 3, 7})
            for (const size_t chunks : {0, 1, 2, 100}) {
                if (slots == 1 && lines > 1) continue;
                CAPTURE(slots);
                CAPTURE(lines);
                const auto [had, said] = run(slots * lines, lines, chunks, 9, 0);
                CHECK(said == "nothing");
                CHECK(had.size() == chunks);
                for (size_t k = 0; k < had.size(); ++k) CHECK(had[k] == k);
            }
}

TEST_CASE("the first chunk that fails decides, and all chunks before it pass") {
    for (const auto& [slots, lines] :
         std::vector<std::pair<size_t, size_t>>{{1, 1}, {3, 1}, {5, 1}, {4, 2}, {12, 4}})
        for (const size_t where : {0, 1, 2})
            for (const size_t wrong : {0, 1, 17}) {
                CAPTURE(slots);
                CAPTURE(lines);
                CAPTURE(where);
                const auto [had, said] = run(slots, lines, 40, where, wrong);
                CHECK(said == "chunk " + std::to_string(wrong));
                CHECK(had.size() == wrong);
            }
}

TEST_CASE("all stages work at the same time") {
    // each stage waits in chunk 2, 1, 0 until all of them are there
    std::atomic<int> there = 0;
    std::promise<void> all;
    std::shared_future<void> ready = all.get_future().share();
    const auto meet = [&] {
        if (++there == 3) all.set_value();
        CHECK(ready.wait_for(std::chrono::seconds(20)) == std::future_status::ready);
    };
    size_t filled = 0, first = 0, last = 0;
    session::in_stages(4,
                       [&](size_t) {
                           if (filled == 2) meet();
                           return filled++ < 5;
                       },
                       {[&](size_t) {
                            if (first++ == 1) meet();
                        },
                        [&](size_t) {
                            if (last++ == 0) meet();
                        }});
    CHECK(last == 5);
}

TEST_CASE("a stage works on a chunk of each line at the same time") {
    std::atomic<int> there = 0;
    std::promise<void> all;
    std::shared_future<void> ready = all.get_future().share();
    size_t filled = 0, last = 0;
    session::in_stages(
        6, [&](size_t) { return filled++ < 7; },
        {[&](size_t slot) {
             if (slot >= 3 || there >= 3) return;
             if (++there == 3) all.set_value();
             CHECK(ready.wait_for(std::chrono::seconds(20)) == std::future_status::ready);
         },
         [&](size_t) { ++last; }},
        3);
    CHECK(last == 7);
}

}  // namespace limbsmith::test
