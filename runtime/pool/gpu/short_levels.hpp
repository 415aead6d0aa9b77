// Short levels on a device, one after the other: a level begins where the one before it ends, without the host.
//
// Promises: a level is short if it has few computations, on numbers that are not long, all of which kernels compute
// (operation/device_pool.hpp). The host sees the operations, the device the lengths; at a level that is not short the device
// stops, and that one and the levels after it are left to the host (level.hpp). Computations of a level keep their order:
// each kernel takes its own ones of all, by mappings that suit few computations. The host waits for the last plan, not for the
// kernels after it.
#pragma once

#include <functional>
#include <span>

#include "pool/gpu/groups.hpp"
#include "pool/gpu/numbers.hpp"
#include "pool/kept_array.hpp"

namespace limbsmith::pool {

class Device::ShortLevels {
  public:
    ShortLevels(grid::Machine& machine, Numbers& numbers, Groups& groups, const DeviceLimits& limits)
        : machine_(machine), numbers_(numbers), groups_(groups), limits_(limits) {}

    // Computes the first levels, as long as they are short, or fewer; returns how many, often all, 0 if the first one has to
    // be computed otherwise. `report` is told the computations that are done. requires: the numbers are flushed.
    // Errors: runtime::OutOfMemory; then nothing has changed.
    size_t run(span<const span<const Computation>> levels, const std::function<void(size_t)>& report);

  private:
    // The operations of a level, by the bits of their codes; 0 if one has no kernel, or the level is not short.
    uint64_t operations(span<const Computation> level) const;
    // The first levels that are computed together, as their operations.
    std::vector<uint64_t> choose(span<const span<const Computation>> levels) const;
    // Room for results. False if there is none.
    bool has_room(size_t computations);
    // Rows of all levels, with the first free unit in that of none, and their computations.
    void send(span<const span<const Computation>> levels);
    void plan(const Groups::Level& level, uint32_t place, uint32_t count);
    // Starts these kernels.
    void compute(const Groups::Level& level, uint32_t count, uint64_t kernels);

    grid::Machine& machine_;
    Numbers& numbers_;
    Groups& groups_;
    DeviceLimits limits_;
    KeptArray words_{}, plans_{}, order_{};
    grid::Memory rows_{};
    // Levels that are not tried: after one that was not short there may be more of them, after several many.
    unsigned left_ = 0, next_ = 1;
};

}  // namespace limbsmith::pool
