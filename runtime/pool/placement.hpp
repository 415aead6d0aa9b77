// Which computations of a level the host does, and which the device: so that both together are done first.
//
// Promises: bins are divided, not their computations; only their loads decide. The host does those for which the device has no
// kernel.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "choice/pool_costs.hpp"
#include "pool/gpu/level_parts.hpp"

namespace limbsmith::pool {

// The computations of a bin.
struct Load {
    uint32_t bin = 0, count = 0;
    double host = 0, longest = 0;       // microseconds of one core: of all, of one of them
    double to_host = 0, to_device = 0;  // units that have to be copied before it can be done there

    void add(double microseconds) {
        ++count, host += microseconds, longest = std::max(longest, microseconds);
    }
};

struct Placement {
    Mappings mappings{};  // by bin; nullopt: on the host
    bool uses_host = false, uses_device = false;
    double time = 0, time_by_host = 0;  // microseconds of the level; if the host does all
};

// `mappings`: of the device, for all that it has kernels for. `loads`: of all bins that have computations but bin 0, which is
// no work. `cores`: of the host. `together`: the extra time if both compute.
Placement placement(std::span<const Load> loads, Mappings mappings, unsigned cores, const Rates& rates,
                    double together);

// The same of a level that the device has counted, whose numbers are there. `only`: see mapping(). 0 cores: the host does
// nothing that the device has a kernel for.
Mappings placed_on_device(std::span<const uint32_t> counts, const std::optional<Mapping>& only,
                          unsigned cores, const Rates& rates);

}  // namespace limbsmith::pool
