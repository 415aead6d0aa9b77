// How the computations of a level become launches: by operation, size and mapping, and by shares.
//
// Promises: only how many computations each bin (operation/device_pool.hpp) has decides. The launches are level.hpp's.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "choice/pool.hpp"
#include "pool/gpu/device.hpp"

namespace limbsmith::pool {

// The computations of a level. It is divided into shares, of which one may be read while the next is computed:
// 2^share_shift computations and as many again, then always twice as many as before.
struct Census {
    Census(size_t of_level, const DeviceLimits& limits);

    size_t computations;
    int share_shift = 31;
    uint32_t shares = 1;
    bool is_ordered = false;        // one result each, and their slots ascend
    uint32_t units = 0;             // of all results
    std::vector<uint32_t> count{};  // at share·bins + bin

    size_t first(uint32_t share) const;  // computation
    std::vector<uint32_t> of_share(uint32_t share) const;
    std::vector<uint32_t> of_all() const;
};

// The mapping of each bin.
using Mappings = std::vector<std::optional<Mapping>>;
Mappings mappings(std::span<const uint32_t> counts, const std::optional<Mapping>& only);

// The computations of some bins, with one mapping; `operation` is the one that has the bins.
struct Part {
    Operation operation;
    std::optional<Mapping> mapping;
    uint32_t units, most_units;  // the largest sizes
    uint32_t begin, count;       // in the order

    bool is_plain() const;  // groups of lanes, one launch
    bool joins(const Part& larger) const;
    void extend(const Part& larger);
};
// In the order in which they are started. `begin`: in the order of computations.
std::vector<Part> parts(std::span<const uint32_t> counts, uint32_t begin, const Mappings& chosen);
// The same of each share, one after the other; none if it is not worth it.
std::vector<std::vector<Part>> parts_of_shares(const Census& census, const Mappings& chosen,
                                               const DeviceLimits& limits);
// Where each bin of each share begins in the order, if one share comes after the other, or if a bin has all shares.
std::vector<uint32_t> starts(const Census& census, bool is_by_shares);

}  // namespace limbsmith::pool
