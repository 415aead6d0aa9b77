#include "choice/pool_costs.hpp"

#include <algorithm>
#include <cmath>

#include "choice/rates.hpp"

namespace limbsmith::pool {
namespace {

namespace rates = choice::rates;

Shape number(double units, double part) {
    const auto bits = static_cast<uint32_t>(std::max(1.0, units * part * shape::unit_bits));
    return {~uint64_t{0}, bits, false};
}

double by_threads(const rates::ByThreads& of, double units, double count) {
    return of.start + of.by_unit * units + std::pow(units, of.power) * (of.one + of.many * count);
}

double division_by_transforms(double units, double count) {
    return rates::division_start + count * (rates::division_part + rates::division_unit * units);
}

double power_over_lanes(double units, double count, double lanes) {
    return rates::power_start + 320 * units * (units * rates::power_row + rates::power_product) *
                                    std::max(1.0, count * lanes / 32 / rates::least_warps);
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
            if (mapping.is_grid()) return rates::grid_part + count * size * rates::grid_unit;
            return rates::launch + product_time(size, count, mapping.lanes()) +
                   count * size * rates::moved_unit;
        case Operation::div_floor:
            return mapping.is_grid() ? division_by_transforms(size, count)
                                     : by_threads(rates::division, size, count);
        case Operation::gcd: return by_threads(rates::gcd, size, count);
        case Operation::pow_mod:
            return mapping.is_thread() ? by_threads(rates::power, size, count)
                                       : power_over_lanes(size, count, mapping.lanes());
        default:
            return (mapping.is_grid() ? rates::grid_part : rates::launch) + count * size * rates::moved_unit;
    }
}

}  // namespace limbsmith::pool
