// A level of computations on a device: planned, ordered, computed.
#pragma once

#include <vector>

#include "pool/device_grid.hpp"
#include "pool/device_numbers.hpp"
#include "pool/device_reader.hpp"
#include "pool/kept_array.hpp"

namespace limbsmith::pool {

class Device::Level {
  public:
    Level(grid::Machine& machine, Numbers& numbers, Reader& reader, const DeviceLimits& limits)
        : machine_(machine),
          numbers_(numbers),
          reader_(reader),
          limits_(limits),
          grid_(machine, numbers, reader) {}

    // Engine::run. The reader is told how results come. requires: the numbers are flushed.
    void run(std::span<const Computation> level, const std::optional<Mapping>& only,
             const std::function<void(size_t)>& report);

  private:
    // A level is divided into shares, of which one may be read while the next is computed: 2^share_shift computations and
    // as many again, then always twice as many as before. count[share·bins + bin] are the computations of each bin.
    struct Census {
        size_t computations;
        int share_shift = 31;
        uint32_t shares = 1;
        bool is_ordered = false;  // one result each, and their slots ascend
        uint32_t units = 0;       // of all results
        std::vector<uint32_t> count{};

        size_t first(uint32_t share) const;  // computation
        std::vector<uint32_t> of_share(uint32_t share) const;
        std::vector<uint32_t> of_all() const;
    };
    // The computations of some bins, with one mapping; `operation` is the one that has the bins (shape.hpp).
    struct Part {
        Operation operation;
        std::optional<Mapping> mapping;
        uint32_t units, most_units;  // the largest sizes
        uint32_t begin, count;       // in the order

        bool is_plain() const;  // groups of lanes, one launch
        bool joins(const Part& larger) const;
        void extend(const Part& larger);
    };
    // Of each bin.
    using Mappings = std::vector<std::optional<Mapping>>;

    std::vector<Reader::Share> run_piece(std::span<const Computation> level,
                                         const std::optional<Mapping>& only,
                                         const std::function<void(size_t)>& report);
    Census plan(std::span<const Computation> level);
    static Mappings mappings(std::span<const uint32_t> counts, const std::optional<Mapping>& only);
    static std::vector<Part> parts(std::span<const uint32_t> counts, uint32_t begin, const Mappings& chosen);
    void order(size_t count, std::span<const uint32_t> starts);
    static std::vector<uint32_t> starts(const Census& census, bool is_by_shares);
    std::vector<std::vector<Part>> parts_of_shares(const Census& census, const Mappings& chosen) const;
    std::vector<Reader::Share> run_shares(std::span<const Computation> level, const Census& census,
                                          const std::vector<std::vector<Part>>& of_shares,
                                          const std::function<void(const Part&)>& tell);
    // Starts the kernel of a plain part.
    void start(const Part& part);
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
    Reader& reader_;
    DeviceLimits limits_;
    Grid grid_;
    KeptArray computations_{}, plans_{}, counts_{}, order_{}, scratch_{};
};

}  // namespace limbsmith::pool
