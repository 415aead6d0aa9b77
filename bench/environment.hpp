// The origin of results: device, driver and clocks, host, date.
#pragma once

#include "device/device.hpp"
#include "row.hpp"

namespace limbsmith::bench {

Json host_environment();
Json device_environment(const runtime::Device& device);
// The time, such as 2026-11-21T18:22:44Z.
std::string date();

// The current clocks of the device, by NVML if it can be loaded; all 0 otherwise.
struct Clocks {
    int sm_mhz = 0, memory_mhz = 0;
};
Clocks clocks(const runtime::Device& device);

}  // namespace limbsmith::bench
