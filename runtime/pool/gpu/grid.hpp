// Computations for each of which there is all of the device: long numbers, products and divisions of them by transforms.
#pragma once

#include <span>
#include <vector>

#include "limbsmith/grid/arithmetic.hpp"
#include "pool/gpu/numbers.hpp"
#include "pool/gpu/reader.hpp"

namespace limbsmith::pool {

class Device::Grid {
  public:
    Grid(grid::Machine& machine, Numbers& numbers, Reader& reader)
        : machine_(machine), numbers_(numbers), reader_(reader), arithmetic_(machine) {}

    // A computation: the entries of its operands, the first unit of its results, the slot of the first one.
    struct Task {
        shape::Entry a, b;
        uint32_t result_unit, slot;
        Operation operation;
    };
    // r = a·b
    void multiply(std::span<const Task> tasks);
    // r = a + b, a - b
    void add(std::span<const Task> tasks);
    // r = a·2^b, floor(a/2^b). requires: a >= 0 where it is shifted to the right.
    void shift(std::span<const Task> tasks, bool is_left);
    // The magnitudes of quotient and remainder, where pool_divide_1 has them.
    void divide(std::span<const Task> tasks);

  private:
    void add_magnitudes(std::span<const Task> tasks);
    void subtract_magnitudes(std::span<const Task> tasks);
    static uint32_t longest(std::span<const Task> tasks, shape::Entry Task::*which);
    // Calls `compute` for as many tasks as have room in the device together.
    void by_portions(std::span<const Task> tasks, uint64_t units_of_each,
                     const std::function<void(std::span<const Task>)>& compute);
    grid::Numbers spread(std::span<const Task> tasks, shape::Entry Task::*which, uint32_t units);
    // Numbers of `length` units each, to where the items say.
    void collect(const grid::Numbers& from, std::span<const Item> items);
    void measure(std::span<const Item> items);
    void start(const char* kernel, std::vector<grid::Argument> arrays, size_t count, uint32_t units,
               std::optional<uint32_t> length);

    grid::Machine& machine_;
    Numbers& numbers_;
    Reader& reader_;
    grid::Arithmetic arithmetic_;
};

}  // namespace limbsmith::pool
