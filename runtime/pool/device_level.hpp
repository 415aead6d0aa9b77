// A level of computations on a device: planned, ordered, computed.
#pragma once

#include <vector>

#include "grid/arithmetic.hpp"
#include "pool/device_numbers.hpp"

namespace limbsmith::pool {

class Device::Level {
  public:
    Level(grid::Machine& machine, Numbers& numbers) : machine_(machine), numbers_(numbers) {}

    // Engine::run. requires: the numbers are flushed.
    void run(std::span<const Computation> level, const std::optional<Mapping>& only,
             const std::function<void(size_t)>& report);

  private:
    // Words of the machine that are there for the next level as well.
    struct Array {
        grid::Memory memory{};
        size_t words = 0;
    };
    uint32_t* array(Array& of, size_t words);
    // The computations of some bins of an operation, with one mapping.
    struct Part {
        Operation operation;
        std::optional<Mapping> mapping;
        uint32_t units;         // the least size of its computations
        uint32_t begin, count;  // in the order
    };
    std::vector<uint32_t> plan(std::span<const Computation> level);
    std::vector<Part> parts(std::span<const uint32_t> counts, const std::optional<Mapping>& only) const;
    void compute(const Part& part);
    void compute_on_host(const Part& part, std::span<const Computation> level);

    grid::Machine& machine_;
    Numbers& numbers_;
    Array computations_{}, plans_{}, counts_{}, order_{};
};

}  // namespace limbsmith::pool
