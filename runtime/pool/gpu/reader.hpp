// Numbers of a pool on their way to the host.
//
// Promises: numbers are read in portions. The first ones come while the device still computes others of the same level,
// and each is packed while the one before comes.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "pool/gpu/numbers.hpp"
#include "pool/kept_array.hpp"

namespace limbsmith::pool {

class Device::Reader {
  public:
    Reader(grid::Machine& machine, Numbers& numbers, const DeviceLimits& limits)
        : machine_(machine), numbers_(numbers), limits_(limits) {}

    // Results that are computed when the marks of this and of all earlier shares have passed: they have slots of this
    // range, and no other share has.
    struct Share {
        uint32_t lowest, highest;
        grid::Mark end;
    };
    // From now on a result of one of the shares is read, or a number that was there before them. Without shares, reading
    // waits for all work.
    void expect(std::vector<Share> shares) { shares_ = std::move(shares); }

    // Engine::read. requires: the numbers are flushed.
    Words read(std::span<const uint32_t> slots);

  private:
    // Words of the device for one portion; they are free when it has come.
    struct Buffers {
        KeptArray items{}, rows{}, counts{}, packed{};
        grid::Mark come{};
    };
    void wait_for(std::span<const uint32_t> slots);
    uint32_t* need(KeptArray& array, size_t words);
    // The units of the numbers; nullopt if they are too many for a portion.
    std::optional<uint64_t> append(std::span<const uint32_t> slots, Buffers& buffers, Words& words);
    std::array<uint32_t, 2> gather(std::span<const uint32_t> slots, Buffers& buffers);
    // Reads items in any order, to their places in the host's words.
    void read_long(std::vector<Item>& items, uint32_t* host);

    grid::Machine& machine_;
    Numbers& numbers_;
    DeviceLimits limits_;
    std::vector<Share> shares_;
    size_t waited_ = 0;  // shares, in the present call
    std::array<Buffers, 2> buffers_{};
};

}  // namespace limbsmith::pool
