// Sums over indices on all cores, in any exact total: an accumulator, or several.
//
// Indices are added in blocks, each by a total of its own, which is then merged: merging is exact, so it does not matter
// which core adds which block, nor when it is done.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>

#include "limbsmith/cores.hpp"

namespace limbsmith::sum {

// Adds by add(total, i), for all i below `count`.
template <class Total, class Add>
Total reduced(std::size_t count, const Add& add) {
    constexpr std::size_t block = 4096;  // indices: much more than a merge costs
    Total all;
    std::mutex mutex;
    on_all_cores((count + block - 1) / block, [&](index64 first, index64 last) {
        // Two in turn: numbers that go to the same chunks do not wait for each other.
        Total part, other;
        const std::size_t end = std::min(count, std::size_t(last) * block);
        std::size_t i = std::size_t(first) * block;
        for (; i + 1 < end; i += 2) {
            add(part, i);
            add(other, i + 1);
        }
        if (i < end) add(part, i);
        part.add(other);
        const std::lock_guard lock(mutex);
        all.add(part);
    });
    return all;
}

}  // namespace limbsmith::sum
