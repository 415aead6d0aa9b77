// An engine whose numbers are in the memory of devices: of one GPU (device.hpp), or of several (devices.hpp).
#pragma once

#include <span>
#include <vector>

#include "limbsmith/pool/engine.hpp"
#include "operation/device_pool.hpp"

namespace limbsmith::pool {

class DeviceEngine : public Engine {
  public:
    // So many cores of the host take the work that they finish sooner; 0: only work for which devices have no kernels.
    virtual void use_cores(unsigned cores) = 0;
    // Whether the host computed a part of the last level.
    virtual bool used_host() const = 0;
    // Whether the number of a slot, which came here, was not lost with a device.
    virtual bool has(uint32_t slot) const = 0;
    // The numbers of slots, without their words; the units are those of the device that has them.
    virtual std::vector<shape::Entry> entries(std::span<const uint32_t> slots) = 0;
    // Waits until all work is done.
    virtual void finish() = 0;
};

}  // namespace limbsmith::pool
