// Where the results come from: the device, its driver and clocks, the host, the date.
#pragma once

#include "jit/device.hpp"
#include "row.hpp"

namespace limbsmith::bench {

Json host_machine();
Json device_machine(const runtime::Context& context);
// 2026-11-21T18:22:44Z
std::string date();

// The clocks of the device right now, by NVML, which is loaded if it is there; all 0 where it is not.
struct Clocks {
    int sm_mhz = 0, memory_mhz = 0;
};
Clocks clocks(const runtime::Context& context);

}  // namespace limbsmith::bench
