#include "limbsmith/cores.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace limbsmith {
namespace {

constexpr index64 grain = 2048;  // numbers a range: long enough to hide its overhead, short beside a batch

}  // namespace

void on_all_cores(index64 count, const std::function<void(index64, index64)>& work) {
    std::atomic<index64> next = 0;
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
    const index64 pieces = (count + grain - 1) / grain;
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
