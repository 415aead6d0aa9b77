#include "limbsmith/cores.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace limbsmith {
namespace {

constexpr index64 most_grain =
    2048;  // numbers a range: long enough to hide its overhead, short beside a batch
constexpr std::chrono::microseconds least_time{100};  // of a range, much longer than a thread takes to start

// Computes the first numbers, ever more at once, for a short time. Returns how many, which is `count` for little work.
index64 alone(index64 count, const std::function<void(index64, index64)>& work) {
    const auto start = std::chrono::steady_clock::now();
    index64 done = 0;
    for (index64 step = 1; done < count; step = std::min(2 * step, most_grain)) {
        const index64 last = std::min(count, done + step);
        work(done, last);
        done = last;
        if (std::chrono::steady_clock::now() - start > least_time) break;
    }
    return done;
}

}  // namespace

void on_all_cores(index64 count, const std::function<void(index64, index64)>& work) {
    const index64 done = alone(count, work), grain = std::min(done, most_grain);
    if (done == count) return;
    std::atomic<index64> next = done;
    std::mutex mutex;
    std::exception_ptr failed;
    const auto run = [&] {
        try {
            for (index64 first; (first = next.fetch_add(grain)) < count;)
                work(first, std::min(count, first + grain));
        } catch (...) {
            next = count;
            const std::lock_guard lock(mutex);
            if (!failed) failed = std::current_exception();
        }
    };
    const index64 pieces = (count - done + grain - 1) / grain;
    const index64 cores = std::max(1u, std::thread::hardware_concurrency());
    std::vector<std::thread> others;
    try {
        for (index64 i = 1; i < std::min(pieces, cores); ++i) others.emplace_back(run);
    } catch (const std::system_error&) {
        // continue with the threads that could be started
    }
    run();
    for (std::thread& thread : others) thread.join();
    if (failed) std::rethrow_exception(failed);
}

}  // namespace limbsmith
