#include "pool/costs.hpp"

#include <algorithm>

#include "pool/plan.hpp"
#include "pool/shape.hpp"

namespace limbsmith::pool {
namespace {

// A group of kernels with copies of its own, and a unit in it, for all of the device.
constexpr double grid_part = 160, grid_unit = 7e-4;
// A launch, and a unit that is read and written.
constexpr double launch = 6, moved_unit = 4e-5;

Shape number(double units, double part) {
    const auto bits = static_cast<uint32_t>(std::max(1.0, units * part * shape::unit_bits));
    return {~uint64_t{0}, bits, false};
}

// A thread for each: it takes a while, however few there are.
double division_by_threads(double units, double count) {
    return 20 + units * units * (0.32 + 3.2e-5 * count);
}
double division_by_transforms(double units, double count) { return 1200 + count * (1.9 + 0.0035 * units); }
double gcd_by_threads(double units, double count) {
    return 15 + 12 * units + units * units * (2.2 + 1e-4 * count);
}
// With an exponent as long as the modulus: 320·u products of 2·u² + u products of units.
double power_by_threads(double units, double count) {
    return 60 + units * units * units * (200 + 0.0065 * count);
}

// The same, each over lanes: so many rows of a product one after the other, and as many warps as the device runs as fast
// as one.
double power_over_lanes(double units, double count, double lanes) {
    constexpr double row = 0.53, product = 0.4, least_warps = 720;
    return 60 + 320 * units * (units * row + product) * std::max(1.0, count * lanes / 32 / least_warps);
}

}  // namespace

double host_time(Operation operation, uint32_t units) {
    const Shape all = number(units, 1), half = number(units, 0.5), none{};
    switch (operation) {
        case Operation::mul: return plan(operation, {half, half, none}).cost / 1000;
        // the dividend twice as long as the divisor, both together
        case Operation::div_floor:
            return plan(operation, {number(units, 2.0 / 3), number(units, 1.0 / 3), none}).cost / 1000;
        // the count of a shift is short, and other operations are not on devices
        case Operation::shl:
        case Operation::add:
        case Operation::compare: return plan(Operation::add, {all, all, none}).cost / 1000;
        default: return plan(operation, {all, all, all}).cost / 1000;
    }
}

double device_time(Operation operation, uint32_t units, double count, const Mapping& mapping) {
    const double size = units;
    switch (operation) {
        case Operation::mul:
            if (mapping.is_grid()) return grid_part + count * size * grid_unit;
            return launch + product_time(size, count, mapping.lanes()) + count * size * moved_unit;
        case Operation::div_floor:
            return mapping.is_grid() ? division_by_transforms(size, count) : division_by_threads(size, count);
        case Operation::gcd: return gcd_by_threads(size, count);
        case Operation::pow_mod:
            return mapping.is_thread() ? power_by_threads(size, count)
                                       : power_over_lanes(size, count, mapping.lanes());
        default: return (mapping.is_grid() ? grid_part : launch) + count * size * moved_unit;
    }
}

}  // namespace limbsmith::pool
