// Exact sums and dot products of arrays in the memory of a GPU: the accumulator that hosts have, at the speed of memory.
//
//     limbsmith::sum::DeviceSum on_gpu;                // compiles the kernels on the first use on this machine
//     limbsmith::sum::Accumulator s;
//     on_gpu.add(s, numbers, count);                   // numbers: const double* on the GPU
//     s.to_double()
//
// Promises: value and bytes of the accumulator are those of a host that adds the same terms, whatever the launch. Calls wait for
// earlier work on their stream, and return when the sum is there; the arrays are only read. The kernels for doubles, floats,
// 64-bit integers and whole numbers, and for products of the first three, were compared with the host's sums before their first
// use with this GPU, driver and compiler. C++17.
#pragma once

#include <cstdint>
#include <memory>

#include "limbsmith/memory.hpp"
#include "limbsmith/place.hpp"
#include "limbsmith/sum/accumulator.hpp"

#pragma GCC visibility push(default)

namespace limbsmith::sum {

class DeviceSum {
  public:
    // `most_blocks`: the blocks of a launch, at most; 0 for as many as the GPU runs at once. Fewer leave room for other work.
    // Errors: runtime::NoDevice without this GPU, its driver or NVRTC; runtime::WrongResult if a kernel differs from the host.
    explicit DeviceSum(place where = place::device, unsigned most_blocks = 0);
    ~DeviceSum();
    DeviceSum(DeviceSum&&) noexcept;
    DeviceSum& operator=(DeviceSum&&) noexcept;

    place where() const;

    // Adds the numbers x[0] to x[count - 1], after the work on the stream. requires: x is an address that this GPU reads, aligned
    // as its type is. Errors: runtime::InputError for a null address or one that is not aligned, or a stream of another GPU;
    // runtime::Error if the device fails or the value leaves the accumulator's range. Then `to` is as it was.
    void add(Accumulator& to, const double* x, std::uint64_t count, stream& on);
    void add(Accumulator& to, const float* x, std::uint64_t count, stream& on);
    void add(Accumulator& to, const half* x, std::uint64_t count, stream& on);
    void add(Accumulator& to, const bfloat16* x, std::uint64_t count, stream& on);
    void add(Accumulator& to, const std::int32_t* x, std::uint64_t count, stream& on);
    void add(Accumulator& to, const std::int64_t* x, std::uint64_t count, stream& on);
    void add(Accumulator& to, const std::uint64_t* x, std::uint64_t count, stream& on);
    // Adds the products x[i]·y[i], exact, also where their last bits lie below the least double.
    void add_products(Accumulator& to, const double* x, const double* y, std::uint64_t count, stream& on);
    void add_products(Accumulator& to, const float* x, const float* y, std::uint64_t count, stream& on);
    void add_products(Accumulator& to, const half* x, const half* y, std::uint64_t count, stream& on);
    void add_products(Accumulator& to, const bfloat16* x, const bfloat16* y, std::uint64_t count, stream& on);
    void add_products(Accumulator& to, const std::int64_t* x, const std::int64_t* y, std::uint64_t count,
                      stream& on);
    // Adds Σ words[j]·2^(32·(first + j mod period)), the sum of whole numbers of `period` words each, or of their word `first`.
    // sum/batch.hpp calls it for batches. Errors: as add; runtime::InputError unless 1 ≤ period, 0 ≤ first and first + period
    // ≤ most_words.
    static constexpr int most_words = 64;
    void add_whole_numbers(Accumulator& to, const std::uint32_t* words, std::uint64_t count, int period,
                           int first, stream& on);

    // The same on the standard stream.
    template <class Number>
    void add(Accumulator& to, const Number* x, std::uint64_t count) {
        add(to, x, count, stream::standard(where()));
    }
    template <class Number>
    void add_products(Accumulator& to, const Number* x, const Number* y, std::uint64_t count) {
        add_products(to, x, y, count, stream::standard(where()));
    }

  private:
    template <class T>
    void add_numbers(Accumulator& to, const T* x, std::uint64_t count, stream& on);
    template <class T>
    void add_products_of(Accumulator& to, const T* x, const T* y, std::uint64_t count, stream& on);

    class Kernels;
    std::unique_ptr<Kernels> kernels_;
};

}  // namespace limbsmith::sum

#pragma GCC visibility pop
