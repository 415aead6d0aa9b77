// The engine of machines with several GPUs: each number is in the memory of one or several of them.
//
// Promises: a level that would take long is shared by all devices (sharing.hpp), each of which has its results; operands that a device
// lacks come from another one. Other levels are one device's. An error of a device names it; the level is not computed then, and the
// others keep the numbers that they have. A device that fails otherwise than by its memory is lost, and computes nothing any more:
// numbers that it alone had are lost with it, and a computation or a read that needs one is an error.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pool/gpu/device.hpp"
#include "pool/gpu/sharing.hpp"
#include "pool/together.hpp"

namespace limbsmith::pool {

struct DevicesLimits {
    size_t weighed = 1u << 10;  // computations of a level that are looked at
    uint64_t units_of_run =
        1u << 16;  // of numbers that are put one after the other and go to the same device
    DeviceLimits each{};
};

class Devices : public DeviceEngine {
  public:
    // `means`: `2 x NVIDIA H200`. requires: 1 to most_devices devices.
    Devices(std::vector<std::unique_ptr<Device>> devices, std::string means,
            const DevicesLimits& limits = {});
    ~Devices() override;

    std::string place() const override;
    std::string means() const override { return means_; }
    bool computes(Operation operation) const override { return devices_[0]->computes(operation); }
    void put(uint32_t slot, const mpz_class& value) override;
    void fail(uint32_t slot, Failure failure) override;
    Words read(span<const uint32_t> slots) const override;
    void need_slots(uint32_t count) override;
    std::pmr::memory_resource* level_memory() override { return devices_[0]->level_memory(); }
    void run(span<const Computation> level, const std::function<void(size_t)>& report) override;
    size_t run_levels(span<const span<const Computation>> levels,
                      const std::function<void(size_t)>& report) override;
    void compact(span<const uint32_t> kept) override;
    uint64_t bytes() const override;
    void use_cores(unsigned cores) override;
    bool used_host() const override { return used_host_; }
    bool has(uint32_t slot) const override;
    std::vector<shape::Entry> entries(std::span<const uint32_t> slots) override;
    void finish() override;

  private:
    using Level = span<const Computation>;

    // Work of a device. Throws as the work does, with the device's name.
    void on(size_t device, const std::function<void()>& work) const;
    // The devices that are not lost. Errors: runtime::Error if all are.
    DeviceSet working() const;
    // A device that has the number. Errors: runtime::Error if it is lost.
    size_t holder(uint32_t slot) const;
    // The device of the next number that is put, of so many units.
    size_t next(uint64_t units);
    size_t run_short_levels(span<const Level> levels, const Report& report);
    // Every `step`-th computation.
    std::vector<Shareable> sample(Level level, size_t step);
    void run_on(size_t device, Level level, const Report& report);
    // The device of each computation, from a sample.
    std::vector<uint8_t> shared(Level level, std::span<const Shareable> sample, size_t step) const;
    void run_on_all(Level level, std::span<const Shareable> sample, size_t step, const Report& report);
    // Operands that the device lacks.
    void bring(size_t device, Level level);
    void mark_results(Level level, size_t device);

    std::vector<std::unique_ptr<Device>> devices_;
    std::string means_;
    DevicesLimits limits_;
    std::vector<DeviceSet> on_{};  // by slot: the devices that have the number, or had it
    mutable std::atomic<DeviceSet> lost_ = 0;
    size_t next_ = 0;
    uint64_t run_ = 0;  // units of numbers that were put there one after the other
    bool used_host_ = false;
};

}  // namespace limbsmith::pool
