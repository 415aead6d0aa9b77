// The exact sum of the whole numbers of a batch: an integer, whatever the width of the numbers.
//
//     limbsmith::batch<u256::num> x(1'000'000);
//     limbsmith::sum::exact_sum(x)                     // on the cores of the host
//     limbsmith::sum::exact_sum(on_gpu, x)             // on_gpu: a DeviceSum of the batch's GPU
//     limbsmith::sum::exact_value(...).get_num()       // sum_gmp.hpp: as an mpz_class
//
// Promises: both have the same value and bytes. Numbers are taken as whole ones: L words of 32 bits, without a sign. C++17.
#pragma once

#include <array>
#include <mutex>
#include <string>

#include "limbsmith/batch.hpp"
#include "limbsmith/cores.hpp"
#include "limbsmith/sum/accumulator.hpp"
#include "limbsmith/sum/device.hpp"

namespace limbsmith::sum {

namespace batch_detail {

// Adds Σ columns[i]·2^(32·i).
template <std::size_t L>
void add_columns(Accumulator& to, const std::array<std::uint64_t, L>& columns) {
    constexpr int integers = -least_exponent / chunk_bits, shift = -least_exponent % chunk_bits;
    std::array<std::int64_t, L + 1> chunks{};
    Special special;
    for (std::size_t i = 0; i < L; ++i) {
        chunks[i] += std::int64_t(columns[i] & 0xffffffff) << shift;
        chunks[i + 1] += std::int64_t(columns[i] >> 32) << shift;
        special.has_nonzero = special.has_nonzero || columns[i] != 0;
    }
    special.has_positive_zero = !special.has_nonzero;
    to.add_chunks(chunks, integers, special);
}

}  // namespace batch_detail

// Σ x[t] over operand k of the batch, after all earlier work on it.
template <class T, class Layout>
Accumulator exact_sum(const batch<T, Layout>& x, int k = 0) {
    constexpr int L = words_of<T>::value;
    static_assert(L <= DeviceSum::most_words, "exact sums take whole numbers of up to 2,048 bits");
    constexpr index64 most = index64(1) << 30;  // numbers whose columns stay in 64 bits
    const limbsmith::detail::reachable host(*x[k].block);
    const auto from = host(x[k]);
    Accumulator sum;
    std::mutex alone;
    on_all_cores(x.size(), [&](index64 first, index64 last) {
        while (first < last) {
            const index64 end = last - first > most ? first + most : last;
            std::array<std::uint64_t, L> columns{};
            for (; first < end; ++first) {
                const T number = from.load(first);
                for (int i = 0; i < L; ++i) columns[i] += words(number)[i];
            }
            const std::lock_guard<std::mutex> hold(alone);
            batch_detail::add_columns(sum, columns);
        }
    });
    return sum;
}

// The same on the GPU where the batch is. Errors: runtime::InputError if that is not the GPU of `on_gpu`.
template <class T, class Layout>
Accumulator exact_sum(DeviceSum& on_gpu, const batch<T, Layout>& x, int k = 0) {
    constexpr int L = words_of<T>::value;
    static_assert(L <= DeviceSum::most_words, "exact sums take whole numbers of up to 2,048 bits");
    if (x.where() != on_gpu.where())
        throw runtime::InputError("exact_sum: the batch is not in the memory of the GPU that is to add it");
    const operand<T, Layout> of = x[k];
    of.block->wait();
    stream& on = stream::standard(on_gpu.where());
    const index64 limb_stride = Layout::limb_stride(of.numbers.row, L);
    Accumulator sum;
    if (Layout::number_stride(L) == L && limb_stride == 1) {
        on_gpu.add_whole_numbers(sum, of.numbers.base, of.size * L, L, 0, on);
    } else {
        for (int i = 0; i < L; ++i)
            on_gpu.add_whole_numbers(sum, of.numbers.base + i * limb_stride, of.size, 1, i, on);
    }
    return sum;
}

}  // namespace limbsmith::sum
