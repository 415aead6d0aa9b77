// Arrays are added in blocks, each by an accumulator of its own, which is then merged: merging is exact, so it does not matter
// which core adds which block, nor when it is done.
#include "limbsmith/sum/reductions.hpp"

#include <algorithm>
#include <mutex>

#include "limbsmith/cores.hpp"
#include "sum/sizes.hpp"

namespace limbsmith::sum {
namespace {

constexpr std::size_t block = 4096;  // numbers: much more than a merge costs

// Adds by add(accumulator, i), for all i below `count`.
template <class Add>
Accumulator reduced(std::size_t count, const Add& add) {
    Accumulator all;
    std::mutex mutex;
    on_all_cores((count + block - 1) / block, [&](index64 first, index64 last) {
        // Two in turn: numbers that go to the same chunks do not wait for each other.
        Accumulator part, other;
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

template <class T>
Accumulator sum_of(span<const T> x) {
    return reduced(x.size(), [x](Accumulator& to, std::size_t i) { to.add(x[i]); });
}

template <class T>
Accumulator dot_of(span<const T> x, span<const T> y) {
    require_equal_sizes("exact_dot", x.size(), y.size());
    return reduced(x.size(), [x, y](Accumulator& to, std::size_t i) {
        if constexpr (std::is_integral_v<T>)
            to.add_product(x[i], y[i]);
        else if constexpr (std::is_floating_point_v<T>)
            to.add_product(double(x[i]), double(y[i]));
        else
            to.add_product(to_double(x[i]), to_double(y[i]));
    });
}

}  // namespace

Accumulator exact_sum(span<const double> x) { return sum_of(x); }
Accumulator exact_sum(span<const float> x) { return sum_of(x); }
Accumulator exact_sum(span<const half> x) { return sum_of(x); }
Accumulator exact_sum(span<const bfloat16> x) { return sum_of(x); }
Accumulator exact_sum(span<const std::int32_t> x) { return sum_of(x); }
Accumulator exact_sum(span<const std::int64_t> x) { return sum_of(x); }
Accumulator exact_sum(span<const std::uint64_t> x) { return sum_of(x); }

Accumulator exact_dot(span<const double> x, span<const double> y) { return dot_of(x, y); }
Accumulator exact_dot(span<const float> x, span<const float> y) { return dot_of(x, y); }
Accumulator exact_dot(span<const half> x, span<const half> y) { return dot_of(x, y); }
Accumulator exact_dot(span<const bfloat16> x, span<const bfloat16> y) { return dot_of(x, y); }
Accumulator exact_dot(span<const std::int64_t> x, span<const std::int64_t> y) { return dot_of(x, y); }

}  // namespace limbsmith::sum
