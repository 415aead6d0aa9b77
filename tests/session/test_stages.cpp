// Stages: the order of chunks, stages at the same time, failures.
#include <doctest/doctest.h>

#include <atomic>
#include <future>
#include <stdexcept>
#include <thread>
#include <vector>

#include "session/stages.hpp"

namespace limbsmith::test {
namespace {

// The chunks that the last stage had, if chunk `wrong` of stage `where` fails (0: the filling), and another one later, in an earlier stage.
struct Run {
    std::vector<size_t> had;
    std::string said = "nothing";
};

Run run(size_t slots, size_t chunks, size_t where, size_t wrong) {
    std::vector<size_t> held(slots);
    size_t filled = 0, second = 0;
    Run made;
    const auto fail = [&](size_t stage, size_t chunk) {
        if (chunk == wrong && stage == where) throw std::runtime_error("chunk " + std::to_string(chunk));
        if (chunk == wrong + 1 && stage + 1 == where) throw std::runtime_error("later");
    };
    try {
        session::in_stages(slots,
                           [&](size_t slot) {
                               fail(0, filled);
                               held[slot] = filled++;
                               return held[slot] < chunks;
                           },
                           {[&](size_t slot) {
                                CHECK(held[slot] == second++);
                                fail(1, held[slot]);
                            },
                            [&](size_t slot) {
                                fail(2, held[slot]);
                                made.had.push_back(held[slot]);
                            }});
    } catch (const std::runtime_error& error) {
        made.said = error.what();
    }
    return made;
}

}  // namespace

TEST_CASE("every stage has all chunks in order, whatever the number of slots") {
    for (const size_t slots : {1, 2, 3, 7})
        for (const size_t chunks : {0, 1, 2, 100}) {
            CAPTURE(slots);
            const auto [had, said] = run(slots, chunks, 9, 0);
            CHECK(said == "nothing");
            CHECK(had.size() == chunks);
            for (size_t k = 0; k < had.size(); ++k) CHECK(had[k] == k);
        }
}

TEST_CASE("the first chunk that fails decides, and all chunks before it pass") {
    for (const size_t slots : {1, 3, 5})
        for (const size_t where : {0, 1, 2})
            for (const size_t wrong : {0, 1, 17}) {
                CAPTURE(slots);
                CAPTURE(where);
                const auto [had, said] = run(slots, 40, where, wrong);
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

}  // namespace limbsmith::test
