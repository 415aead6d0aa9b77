// Which of several devices compute a level: one of them, or all, each a share.
//
// Promises: only times, lengths and places of operands decide.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "choice/pool_costs.hpp"
#include "limbsmith/pool/operation.hpp"

namespace limbsmith::pool {

// A set of devices has bit k for device k.
using DeviceSet = uint64_t;
inline constexpr size_t most_devices = 64;
constexpr DeviceSet only_device(size_t k) { return DeviceSet{1} << k; }

// A computation that devices may share.
struct Shareable {
    struct Operand {
        uint32_t slot = 0, units = 0;
        DeviceSet on = 0;  // these have the number
    };
    double time = 0;  // microseconds of a device
    std::array<Operand, most_operands> operands{};
    size_t operand_count = 0;
};

// The device that lacks least of the operands, or any_device if several lack as little. `working`: the devices that there are, at least
// one.
inline constexpr uint8_t any_device = most_devices;
uint8_t preferred(const Shareable& computation, DeviceSet working);

// Gives computations to devices, one after the other: to the preferred one, as long as none gets more than its part of the time. Others
// fill the devices in turn, so that neighbours in a level stay neighbours.
class Shares {
  public:
    // `time`: of all computations.
    Shares(double time, DeviceSet working);
    uint8_t operator()(uint8_t preferred, double time);

  private:
    bool has_time(uint8_t device, double time) const { return busy_[device] + time <= part_; }

    std::vector<uint8_t> devices_;
    double part_;
    std::array<double, most_devices> busy_{};
};
std::vector<uint8_t> shares(std::span<const Shareable> level, DeviceSet working);

// Microseconds of a level whose computations are a sample, each for so many, if they are done by these devices: with the copies of
// operands that are not there.
double time_of(std::span<const Shareable> sample, double each, std::span<const uint8_t> devices,
               const Rates& rates);

// The device that had better do all of the level; nullopt: all devices share it.
std::optional<uint8_t> device_for_all(std::span<const Shareable> sample, double each, DeviceSet working,
                                      const Rates& rates);

}  // namespace limbsmith::pool
