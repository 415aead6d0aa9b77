// A level of computations on a device: planned, ordered, computed.
#pragma once

#include <vector>

#include "pool/device_grid.hpp"
#include "pool/device_numbers.hpp"

namespace limbsmith::pool {

class Device::Level {
  public:
    // `most_together`: the computations that are planned in one piece.
    Level(grid::Machine& machine, Numbers& numbers, size_t most_together)
        : machine_(machine), numbers_(numbers), most_together_(most_together), grid_(machine, numbers) {}

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
    // The computations of some bins, with one mapping; `operation` is the one that has the bins (shape.hpp).
    struct Part {
        Operation operation;
        std::optional<Mapping> mapping;
        uint32_t units, most_units;  // the sizes of its computations
        uint32_t begin, count;       // in the order
    };
    void run_piece(std::span<const Computation> level, const std::optional<Mapping>& only,
                   const std::function<void(size_t)>& report);
    std::vector<uint32_t> plan(std::span<const Computation> level);
    std::vector<Part> parts(std::span<const uint32_t> counts, const std::optional<Mapping>& only) const;
    // Starts a kernel of groups for the computations of a part. With scratch words for each, in several launches if they
    // are many.
    void start(const char* kernel, uint32_t lanes, const Part& part, uint64_t scratch_words = 0);
    void compute(const Part& part, std::span<const Computation> level);
    void compute_on_grid(const Part& part, std::span<const Computation> level);
    void compute_shifts(std::span<const Grid::Task> tasks, const Part& part);
    void compute_on_host(const Part& part, std::span<const Computation> level);
    // The places in the level of a part's computations, ascending.
    std::vector<uint32_t> places(const Part& part);

    grid::Machine& machine_;
    Numbers& numbers_;
    size_t most_together_;
    Grid grid_;
    Array computations_{}, plans_{}, counts_{}, order_{}, scratch_{};
};

}  // namespace limbsmith::pool
