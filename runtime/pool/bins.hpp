// To which bin (operation/device_pool.hpp) a computation belongs: as the device's plan says (generator/algorithm/pool/plans.cpp).
#pragma once

#include <array>
#include <cstdint>

#include "operation/device_pool.hpp"
#include "operation/integers.hpp"

namespace limbsmith::pool {

// The first of the operations that one kernel computes; xgcd for those that no device has.
Operation kernel_operation(Operation operation);

// 0 for a computation that needs no kernel. Operands that are not known fail in no way.
uint32_t bin_of(Operation operation, const std::array<Shape, most_operands>& operands);

// The shape of a number whose words a device has: but for the length they are guessed: a shift is short, a modulus odd.
Shape shape_of(const shape::Entry& entry);

// A computation to be weighed: its bin, 0 if it fails, and microseconds of one core.
struct Weighed {
    uint32_t bin;
    double on_host;
};
Weighed weighed(Operation operation, const std::array<Shape, most_operands>& operands);

}  // namespace limbsmith::pool
