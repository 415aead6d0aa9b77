// Runs a schedule on the device, or on the host if there is no device.
#pragma once

#include <functional>
#include <optional>

#include "device/device.hpp"
#include "schedule.hpp"

namespace limbsmith::bench {

struct Options {
    std::optional<runtime::Device> device;  // nullopt: the host alone
    double min_seconds = 0.05;              // of each timing
    double stop_after = 0;                  // seconds after which no row is begun; 0: no limit
    std::string command;                    // recorded in the results
};

// Receives progress: the stage and the fraction of it that is done; and finished rows.
struct Listener {
    std::function<void(const std::string& stage, double fraction)> progress;
    std::function<void(const Json& row)> finished;
};

// The results: format, version, command, date, machine, rooflines, rows. A row that fails has the reason in
// place of its figures. Throws NoDevice.
Json run(Schedule& schedule, const Options& options, const Listener& listener);

}  // namespace limbsmith::bench
