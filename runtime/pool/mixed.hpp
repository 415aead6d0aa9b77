// The engine of machines with a GPU: each computation goes where it is done first, to the host or to the device, which may be
// several GPUs together (gpu/devices.hpp).
//
// Numbers are on the host at first. A level is weighed by the lengths of its operands (placement.hpp):
// computations that the device ends first go there, with the operands that it lacks, while the host does the
// rest; results stay where they were made until the other side needs them. The device is started when it
// would have saved as much time as its start takes. If it does all of a level, all numbers move there, and
// levels are planned there (device.hpp) until the host has a share again.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pool/gpu/device_engine.hpp"
#include "pool/host.hpp"
#include "pool/placement.hpp"

namespace limbsmith::pool {

struct MixedLimits {
    size_t planned = 1u << 14;  // computations that the host weighs one by one; of more in a level, a sample
    Rates rates{};
};

class Mixed : public Engine {
  public:
    // `start` makes the engine of the device; nullptr: there is none. `cores`: of the host; 0: all.
    explicit Mixed(std::function<std::unique_ptr<DeviceEngine>()> start, unsigned cores = 0,
                   const MixedLimits& limits = {});
    ~Mixed() override;

    // The device's, once it is started, and the host's, unless the device has computed everything.
    std::string place() const override;
    std::string means() const override;
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

  private:
    class LevelMemory;
    // Where a number is.
    enum Where : uint8_t { on_host = 1, on_device = 2 };
    using Report = std::function<void(size_t)>;

    void start_device();
    bool is_on_host(uint32_t slot) const { return (where_[slot] & on_host) != 0; }
    bool is_on_device(uint32_t slot) const { return (where_[slot] & on_device) != 0 && device_->has(slot); }
    bool is_short(std::span<const Computation> level) const;
    bool is_worth_the_device(const Placement& chosen);

    class Lengths;  // of operands
    struct Census;
    // Counts every `step`-th computation.
    Census census(std::span<const Computation> level, size_t step);
    void run_on_host(std::span<const Computation> level, const Report& report);
    size_t run_on_device(span<const span<const Computation>> levels, const Report& report);
    void run_on_both(std::span<const Computation> level, const Census& census, const Mappings& chosen,
                     const Report& report);
    void mark_results(std::span<const Computation> level, Where where);
    std::vector<uint32_t> lacking(std::span<const Computation> level, Where where, size_t step) const;
    // Copies of operands that are not there.
    void pull(std::span<const Computation> level);
    void push(std::span<const Computation> level);
    void push(uint32_t slot);
    void move_all_to_device();

    std::function<std::unique_ptr<DeviceEngine>()> start_;
    unsigned cores_;
    MixedLimits limits_;
    std::unique_ptr<LevelMemory> level_memory_;
    Host host_;
    std::unique_ptr<DeviceEngine> device_;  // none before it is worth it
    bool has_no_device_ = false;            // when it was to be started
    bool all_on_device_ = false;
    std::vector<uint8_t> where_;  // by slot, unless all are on the device
    double gain_ = 0;             // microseconds that a device would have saved
    bool has_host_computed_ = false;
};

}  // namespace limbsmith::pool
