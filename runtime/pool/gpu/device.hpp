// The engine of machines with a GPU: numbers, their lengths and results stay in its memory.
//
// A level is planned, ordered by operation and size and computed there; the host sees how many computations of each
// operation and size there are, and how much room their results need. GMP computes on the host, while the device
// computes, the work that the host does first with the copies that it needs (placement.hpp), and work without a kernel.
// Short levels follow each other without the host (short_levels.hpp).
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "choice/pool.hpp"
#include "choice/pool_costs.hpp"
#include "limbsmith/grid/machine.hpp"
#include "operation/device_pool.hpp"
#include "pool/gpu/device_engine.hpp"

namespace limbsmith::pool {

// The sizes of work that is done in one piece; more is divided.
struct DeviceLimits {
    size_t copied_words = 1u << 23;  // of numbers on their way; one that is longer is copied whole
    size_t read_numbers = 1u << 13;  // with so many reading begins, if half as many more are read
    size_t computations = 1u << 26;  // of a level, which kernels count by words of 32 bits
    size_t short_computations = shape::most_computations_of_short;  // of a level that may be short
    size_t short_levels = 256,
           short_together = 1u << 14;  // before the host waits for them: levels, computations
    // From so many computations, and products of units in all of its products, on a level is computed by shares, that come
    // to the host one after the other.
    size_t shared_computations = 1u << 15;
    double shared_products = 5e6;
    Rates rates{};
};

// Numbers on their way from a device to another one, in memory of the first. The unit of an entry is its place there; 0: it has none, and
// is 0, a failure, or the number 1 or -1.
struct PackedNumbers {
    grid::Memory words{};
    uint64_t units = 1;  // from the first one on, which is not used
    std::vector<shape::Entry> entries{};
};

class Device : public DeviceEngine {
  public:
    // `place`: `cuda:0`; `means`: `NVIDIA H200`.
    Device(std::unique_ptr<grid::Machine> machine, std::string place, std::string means,
           const DeviceLimits& limits = {});
    ~Device() override;

    std::string place() const override { return place_; }
    std::string means() const override { return means_; }
    bool computes(Operation operation) const override;
    void put(uint32_t slot, const mpz_class& value) override;
    void fail(uint32_t slot, Failure failure) override;
    Words read(span<const uint32_t> slots) const override;
    void need_slots(uint32_t count) override;
    std::pmr::memory_resource* level_memory() override;
    void run(span<const Computation> level, const std::function<void(size_t)>& report) override;
    size_t run_levels(span<const span<const Computation>> levels,
                      const std::function<void(size_t)>& report) override;
    void compact(span<const uint32_t> kept) override;
    uint64_t bytes() const override;

    // One mapping for all that have it; nullopt: the best one of each.
    void use_only(std::optional<Mapping> mapping) { only_ = mapping; }
    void use_cores(unsigned cores) override { cores_ = cores; }
    bool used_host() const override { return used_host_; }
    bool has(uint32_t) const override { return true; }
    std::vector<shape::Entry> entries(std::span<const uint32_t> slots) override;
    // As run_levels(), if the first levels are short; returns 0 if the first one is not. Errors: as those of run().
    size_t run_short_levels(span<const span<const Computation>> levels,
                            const std::function<void(size_t)>& report);
    // Packs the first of these numbers, as many as are copied in one piece. requires: entries() gave them, with nothing after it.
    PackedNumbers packed(std::span<const shape::Entry> numbers);
    // Takes over numbers that `from` has packed, to the slots that they had there. Errors: runtime::OutOfMemory; then no slot has changed.
    void take_in(const PackedNumbers& numbers, Device& from);
    void finish() override;

  private:
    class Numbers;  // their memory, and copies from the host
    class Reader;   // copies to the host
    class Groups;   // kernels of lanes
    class ShortLevels;
    class Level;
    class Grid;       // long numbers
    class HostShare;  // of a level
    class LevelMemory;

    std::string place_, means_;
    std::unique_ptr<grid::Machine> machine_;
    std::unique_ptr<LevelMemory> level_memory_;
    std::unique_ptr<Numbers> numbers_;
    std::unique_ptr<Reader> reader_;
    std::unique_ptr<Groups> groups_;
    std::unique_ptr<ShortLevels> short_levels_;
    std::unique_ptr<Level> level_;
    std::optional<Mapping> only_{};
    unsigned cores_;
    bool used_host_ = false;
    mutable std::mutex mutex_;
};

}  // namespace limbsmith::pool
