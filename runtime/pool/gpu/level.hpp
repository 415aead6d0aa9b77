// A level of computations on a device: planned, ordered, computed.
#pragma once

#include <span>
#include <vector>

#include "pool/gpu/grid.hpp"
#include "pool/gpu/groups.hpp"
#include "pool/gpu/level_parts.hpp"
#include "pool/gpu/numbers.hpp"
#include "pool/gpu/reader.hpp"
#include "pool/kept_array.hpp"
#include "pool/placement.hpp"

namespace limbsmith::pool {

class Device::Level {
  public:
    Level(grid::Machine& machine, Numbers& numbers, Reader& reader, Groups& groups,
          const DeviceLimits& limits)
        : machine_(machine),
          numbers_(numbers),
          reader_(reader),
          groups_(groups),
          limits_(limits),
          grid_(machine, numbers, reader) {}

    // Engine::run. The reader is told how results come. `only`, `cores`: see placed_on_device(). Whether the host had a share.
    // requires: the numbers are flushed, and the reader expects nothing.
    bool run(std::span<const Computation> level, const std::optional<Mapping>& only, unsigned cores,
             const std::function<void(size_t)>& report);

  private:
    struct Done {
        std::vector<Reader::Share> shares{};
        bool uses_host = false;
    };
    Done run_piece(std::span<const Computation> level, const std::optional<Mapping>& only, unsigned cores,
                   const std::function<void(size_t)>& report);
    Census plan(std::span<const Computation> level);
    void order(size_t count, std::span<const uint32_t> starts);
    std::vector<Reader::Share> run_shares(std::span<const Computation> level, const Census& census,
                                          const std::vector<std::vector<Part>>& of_shares,
                                          const std::function<void(const Part&)>& tell);
    // Starts the kernel of a plain part.
    void start(const Part& part);
    // Starts a kernel of groups for the computations of a part.
    void start(const char* kernel, Mapping mapping, const Part& part, uint64_t scratch_words = 0);
    void compute(const Part& part, std::span<const Computation> level);
    void compute_on_grid(const Part& part, std::span<const Computation> level);
    void compute_shifts(std::span<const Grid::Task> tasks, const Part& part);
    // The places in the level of a part's computations, ascending.
    std::vector<uint32_t> places(const Part& part);

    grid::Machine& machine_;
    Numbers& numbers_;
    Reader& reader_;
    Groups& groups_;
    DeviceLimits limits_;
    Grid grid_;
    KeptArray computations_{}, plans_{}, counts_{}, order_{};
};

}  // namespace limbsmith::pool
