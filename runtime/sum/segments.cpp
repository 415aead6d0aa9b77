// Segments are independent of each other; sums by key are those of segments after a stable sort by key.
#include "limbsmith/sum/segments.hpp"

#include <string>

#include "limbsmith/cores.hpp"
#include "sum/sizes.hpp"

namespace limbsmith::sum {
namespace {

using Offsets = span<const std::int64_t>;

void require_offsets(Offsets offsets, std::size_t size) {
    if (offsets.empty())
        throw runtime::InputError("segments have one offset more than there are segments, not none");
    std::int64_t before = 0;
    for (std::size_t k = 0; k < offsets.size(); ++k) {
        const std::int64_t offset = offsets[k];
        if (offset >= before && std::uint64_t(offset) <= size) {
            before = offset;
            continue;
        }
        refuse_offset(k, offset, before, size);
    }
}

void round_to(double& to, const Accumulator& sum, Rounding rounding) { to = sum.to_double(rounding); }
void round_to(float& to, const Accumulator& sum, Rounding rounding) { to = sum.to_float(rounding); }

// Each segment by add(accumulator, i), for the indices in it. requires: valid offsets.
template <class T, class Add>
std::vector<T> segmented(Offsets offsets, Rounding rounding, const Add& add) {
    std::vector<T> sums(offsets.size() - 1);
    on_all_cores(sums.size(), [&](index64 first, index64 last) {
        for (std::size_t k = first; k < last; ++k) {
            Accumulator sum;
            for (auto i = std::size_t(offsets[k]); i < std::size_t(offsets[k + 1]); ++i) add(sum, i);
            round_to(sums[k], sum, rounding);
        }
    });
    return sums;
}

template <class T>
std::vector<T> sums_of(span<const T> x, Offsets offsets, Rounding rounding) {
    require_offsets(offsets, x.size());
    return segmented<T>(offsets, rounding, [x](Accumulator& to, std::size_t i) { to.add(x[i]); });
}

template <class T>
std::vector<T> sums_by_key(span<const T> x, Offsets keys, std::int64_t count, Rounding rounding) {
    require_equal_sizes("sum_by_key", x.size(), keys.size());
    if (count < 0) throw runtime::InputError("sum_by_key: " + std::to_string(count) + " keys");
    auto offsets = zeros<std::int64_t>("sum_by_key", std::size_t(count) + 1);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (keys[i] < 0 || keys[i] >= count) refuse_key(i, keys[i], std::uint64_t(count));
        ++offsets[std::size_t(keys[i]) + 1];
    }
    for (std::size_t k = 1; k < offsets.size(); ++k) offsets[k] += offsets[k - 1];
    std::vector<std::int64_t> next(offsets.begin(), offsets.end() - 1);
    std::vector<T> sorted(x.size());
    for (std::size_t i = 0; i < keys.size(); ++i) sorted[std::size_t(next[std::size_t(keys[i])]++)] = x[i];
    return sums_of(span<const T>(sorted), offsets, rounding);
}

}  // namespace

std::vector<double> segmented_sum(span<const double> x, Offsets offsets, Rounding rounding) {
    return sums_of(x, offsets, rounding);
}
std::vector<float> segmented_sum(span<const float> x, Offsets offsets, Rounding rounding) {
    return sums_of(x, offsets, rounding);
}

std::vector<double> segmented_dot(span<const double> x, span<const double> y, Offsets offsets,
                                  Rounding rounding) {
    require_equal_sizes("segmented_dot", x.size(), y.size());
    require_offsets(offsets, x.size());
    return segmented<double>(offsets, rounding,
                             [x, y](Accumulator& to, std::size_t i) { to.add_product(x[i], y[i]); });
}

std::vector<double> sum_by_key(span<const double> x, Offsets keys, std::int64_t count, Rounding rounding) {
    return sums_by_key(x, keys, count, rounding);
}
std::vector<float> sum_by_key(span<const float> x, Offsets keys, std::int64_t count, Rounding rounding) {
    return sums_by_key(x, keys, count, rounding);
}

}  // namespace limbsmith::sum
