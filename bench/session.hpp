// A run of a plan: everything measured on the device, or, where there is none, on the host.
#pragma once

#include <functional>

#include "plan.hpp"

namespace limbsmith::bench {

struct Options {
    bool on_device = true;
    double min_seconds = 0.05;  // of each timing
    double stop_after = 0;      // seconds after which no row is begun; 0 for no such limit
    std::string command;        // for the record
};

// What is told while it goes on: the stage and the fraction of it that is done, or a finished row.
struct Listener {
    std::function<void(const std::string& stage, double fraction)> progress;
    std::function<void(const Json& row)> finished;
};

// The results: format, version, command, date, machine, rooflines, rows. A row that fails has the reason in
// place of its figures. Throws NoDevice.
Json run(Plan& plan, const Options& options, const Listener& listener);

}  // namespace limbsmith::bench
