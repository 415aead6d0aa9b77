// How long computations of a pool take on the host and on a device, in microseconds, by the rates that were measured
// (rates.hpp). These times decide which of both computes (placement.hpp).
#pragma once

#include <cstdint>

#include "choice/pool.hpp"

namespace limbsmith::pool {

struct Rates {
    double start = 300'000;  // of a device: a context, and the kernels that an earlier process compiled
    // A level of the device: planned, ordered and awaited; one that is short (pool/gpu/short_levels.hpp) is only planned. A level
    // of the host: the work of one core alone for each computation, and the start of threads.
    double device_level = 60, short_level = 24, host_computation = 0.2, host_level = 30;
    // Numbers on their way to the other side: until the first one comes, and for each unit.
    double copy = 70, copied_unit = 0.006;
    // The extra time if both compute; and if the host has a share of a level that the device has planned.
    double together = 100, host_share = 500;
    // Numbers on their way from one device to another, and each of their units; a computation of a level that devices share.
    double peer_number = 0.1, peer_unit = 1.5e-4, shared_computation = 0.02;
    // Levels that are long are shared by so many.
    double devices = 1;
};

// By one core of the host: of a computation of a bin, whose operands have the lengths that fill it in the usual way.
double host_time(Operation operation, uint32_t units);

// This is the cost of all computations of a bin on a device, beside that of the level.
double device_time(Operation operation, uint32_t units, double count, const Mapping& mapping);

}  // namespace limbsmith::pool
