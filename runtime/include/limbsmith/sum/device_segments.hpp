// Many exact sums at once in the memory of a GPU, each rounded once: sum/segments.hpp for arrays that are there.
//
//     limbsmith::sum::DeviceSegments on_gpu;
//     on_gpu.sum(sums, x, numbers, offsets, segments);    // double*, const double*, …, const std::int64_t*: all on the GPU
//
// Promises: results are those of a host, bit for bit, whatever the launch and the order of the numbers. Calls return when the
// results are there. A result may not lie in the arrays that are read. The kernels of doubles for segments, products and keys were
// compared with the host's sums before their first use with this GPU, driver and compiler. C++17.
#pragma once

#include <cstdint>
#include <memory>

#include "limbsmith/memory.hpp"
#include "limbsmith/place.hpp"
#include "limbsmith/sum/formats.hpp"

#pragma GCC visibility push(default)

namespace limbsmith::sum {

class DeviceSegments {
  public:
    // Errors: runtime::NoDevice without this GPU, its driver or NVRTC; runtime::WrongResult if a kernel differs from the host.
    explicit DeviceSegments(place where = place::device);
    ~DeviceSegments();
    DeviceSegments(DeviceSegments&&) noexcept;
    DeviceSegments& operator=(DeviceSegments&&) noexcept;

    place where() const;

    // All functions work after the work on the stream, the standard one if it is null. They require addresses that this GPU reads and writes, aligned as their types are. Errors: runtime::InputError
    // for a null address or one that is not aligned, or a stream of another GPU; runtime::OutOfMemory; runtime::Error if the device fails.

    // to[k] = Σ x[i], offsets[k] ≤ i < offsets[k + 1], 0 ≤ k < segments. `offsets` has segments + 1 elements. Errors:
    // runtime::InputError, naming the offset, if one is negative, less than the one before it or beyond `numbers`.
    void sum(double* to, const double* x, std::uint64_t numbers, const std::int64_t* offsets,
             std::uint64_t segments, Rounding rounding = Rounding::nearest, stream* on = nullptr);
    void sum(float* to, const float* x, std::uint64_t numbers, const std::int64_t* offsets,
             std::uint64_t segments, Rounding rounding = Rounding::nearest, stream* on = nullptr);
    // to[k] = Σ x[i]·y[i], for the same i.
    void dot(double* to, const double* x, const double* y, std::uint64_t numbers, const std::int64_t* offsets,
             std::uint64_t segments, Rounding rounding = Rounding::nearest, stream* on = nullptr);

    // to[k] = Σ a[pitch·k + i]·x[i], 0 ≤ i < columns, 0 ≤ k < rows: a matrix times a vector. Errors: pitch < columns.
    void multiply(double* to, const double* a, std::uint64_t rows, std::uint64_t columns, std::uint64_t pitch,
                  const double* x, Rounding rounding = Rounding::nearest, stream* on = nullptr);

    // to[k] = the sum of all x[i] with keys[i] = k, 0 ≤ k < count. It takes 1,120 bytes of the GPU's memory a key. Errors:
    // runtime::InputError, naming the index, if a key is out of this range.
    void sum_by_key(double* to, const double* x, const std::int64_t* keys, std::uint64_t numbers,
                    std::uint64_t count, Rounding rounding = Rounding::nearest, stream* on = nullptr);
    void sum_by_key(float* to, const float* x, const std::int64_t* keys, std::uint64_t numbers,
                    std::uint64_t count, Rounding rounding = Rounding::nearest, stream* on = nullptr);

  private:
    class Kernels;
    std::unique_ptr<Kernels> kernels_;
};

}  // namespace limbsmith::sum

#pragma GCC visibility pop
