// Runs the same work on all cores.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace limbsmith::engine {

inline unsigned cores() { return std::max(1u, std::thread::hardware_concurrency()); }

// Calls make_worker() once in each thread, and each worker with disjoint ranges [first, last) that together
// cover 0 to count - 1. Throws the first exception of a worker.
template <class MakeWorker>
void parallel_ranges(size_t count, size_t step, MakeWorker make_worker) {
    std::atomic<size_t> next = 0;
    std::exception_ptr failure;
    std::mutex mutex;
    const auto work = [&] {
        try {
            auto worker = make_worker();
            for (size_t first; (first = next.fetch_add(step)) < count;)
                worker(first, std::min(count, first + step));
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (!failure) failure = std::current_exception();
            next = count;
        }
    };
    std::vector<std::jthread> threads;
    const size_t useful = std::min<size_t>(cores(), (count + step - 1) / step);
    try {
        for (size_t i = 1; i < useful; ++i) threads.emplace_back(work);
    } catch (const std::system_error&) {
        // continue with the threads that could be started
    }
    work();
    threads.clear();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace limbsmith::engine
