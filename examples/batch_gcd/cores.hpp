// Loops over few, long pieces of work on all cores of the host.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace batch_gcd {

inline unsigned cores() { return std::max(1u, std::thread::hardware_concurrency()); }

// Calls work(k) for each k below count. Throws the first exception of `work`.
template <class Work>
void on_cores(size_t count, const Work& work) {
    std::atomic<size_t> next = 0;
    std::exception_ptr failed;
    std::mutex mutex;
    const auto run = [&] {
        try {
            for (size_t k; (k = next.fetch_add(1)) < count;) work(k);
        } catch (...) {
            next = count;
            const std::lock_guard lock(mutex);
            if (!failed) failed = std::current_exception();
        }
    };
    std::vector<std::jthread> others;
    for (size_t i = 1; i < std::min<size_t>(cores(), count); ++i) others.emplace_back(run);
    run();
    others.clear();
    if (failed) std::rethrow_exception(failed);
}

// The same in pieces of `step`, for short pieces of work.
template <class Work>
void on_cores(size_t count, size_t step, const Work& work) {
    on_cores((count + step - 1) / step, [&](size_t piece) {
        for (size_t k = piece * step; k < std::min(count, (piece + 1) * step); ++k) work(k);
    });
}

}  // namespace batch_gcd
