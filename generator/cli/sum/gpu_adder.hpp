// Blocks of numbers that are added on a GPU: copied there one after the other, into memory that is taken once.
#pragma once

#include <cstdint>
#include <vector>

#include "limbsmith/batch.hpp"
#include "limbsmith/sum/device.hpp"

namespace limbsmith::cli {

class GpuAdder {
  public:
    // Errors: runtime::NoDevice, WrongResult, as sum::DeviceSum; runtime::OutOfMemory.
    explicit GpuAdder(place where);

    // requires: at most the numbers of a block (block_of).
    void add(sum::Accumulator& to, const std::vector<double>& x);
    void add(sum::Accumulator& to, const std::vector<std::int64_t>& x);
    void add_products(sum::Accumulator& to, const std::vector<double>& x, const std::vector<double>& y);
    void add_products(sum::Accumulator& to, const std::vector<std::int64_t>& x,
                      const std::vector<std::int64_t>& y);

  private:
    template <class T>
    const T* there(const memory& block, const std::vector<T>& x);

    sum::DeviceSum sums_;
    memory x_, y_;
    std::vector<std::uint32_t> words_;  // of a block
};

}  // namespace limbsmith::cli
