// The same work for many items, on all cores.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace exact_solve {

inline unsigned cores() { return std::max(1u, std::thread::hardware_concurrency()); }

// Calls work(i) for i below count. requires: it throws nothing.
template <class Work>
void on_cores(size_t count, Work work) {
    std::atomic<size_t> next = 0;
    const auto run = [&] {
        for (size_t i; (i = next.fetch_add(1)) < count;) work(i);
    };
    std::vector<std::jthread> others;
    for (size_t i = 1; i < std::min<size_t>(cores(), count); ++i) others.emplace_back(run);
    run();
}

}  // namespace exact_solve
