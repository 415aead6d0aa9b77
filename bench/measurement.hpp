// A measurement has its data: it prepares them, the timer launches it, and it checks the results. measurements.hpp of each
// folder makes them.
#pragma once

#include <cstdint>
#include <memory>

#include "device/stream.hpp"
#include "row.hpp"

namespace limbsmith::bench {

class Measurement {
  public:
    virtual ~Measurement() = default;
    // Loads the kernel, puts operands in place and fills in the row: results of a launch, shape, bytes.
    // requires: the kernel has an image. Throws Error.
    virtual void prepare(runtime::Stream& on, Row& row) = 0;
    // The same on the host; false if there is nothing to measure but GMP.
    virtual bool prepare_on_host(Row&) { return false; }
    // Launches once; returns the seconds.
    virtual double launch() = 0;
    // The same with operands that come from the host and results that go there; 0 if that is not measured.
    virtual double launch_from_host() { return 0; }
    // Compares results of the last launch with GMP's; returns how many. Throws Error if one is wrong.
    virtual uint64_t check() = 0;
    // Frees the resources of prepare().
    virtual void release() = 0;
};

}  // namespace limbsmith::bench
