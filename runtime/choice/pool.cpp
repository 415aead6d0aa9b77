#include "choice/pool.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

#include "choice/pool_costs.hpp"
#include "choice/rates.hpp"

namespace limbsmith::pool {
namespace {

using namespace choice::rates;

// Groups of so many lanes have kernels.
constexpr std::array<int, 3> lanes_of_sums{1, 8, 32};
constexpr std::array<int, 6> lanes_of_products{1, 2, 4, 8, 16, 32};

// Operands of the grid have up to 2^25 bits, and a half-octave of sizes is one bin.
constexpr uint32_t most_units_of_grid = (1u << 18) - 1;
// Larger sums may have more than most_bits, which kernels of lanes find.
constexpr uint32_t most_units_of_sums = most_bits / shape::unit_bits;

Mapping lanes_of_sum(uint32_t units) {
    return units < least_units_of_sums_by_lanes ? 1 : units < least_units_of_sums_by_warps ? 8 : 32;
}

// A lane for each unit of the largest numbers of a bin, whose least ones have so many.
Mapping lanes_of_power(uint32_t units, uint32_t least) {
    constexpr uint32_t fewest = 4, most = 32;
    return std::clamp(std::bit_ceil(std::max(units + 1, least)), fewest, most);
}

double unit_products(double units) { return units * units / 4; }

// Where there are many products, few lanes share the columns of each best. But few products have the lanes of all of the
// device, more of them if a lane has several columns; and no product may take long beside all products of the level.
Mapping lanes_of_product(uint32_t units, const Work& work) {
    constexpr double part = 1.0 / 8;
    if (units < least_units_of_products_by_lanes ||
        (units < units_of_more_lanes[1] && work.count >= very_many_products))
        return 1;
    const double time = std::max(least_time, work.all * unit_product_of_many) * part;
    uint32_t lanes = 1;
    for (const uint32_t least : units_of_more_lanes) lanes *= units < least ? 1 : 2;
    const auto has_columns = [&] { return 4 * lanes <= units; };
    const auto are_few = [&] {
        return 2 * lanes * work.count <= (has_columns() ? few_lanes_with_columns : few_lanes);
    };
    const auto is_slow = [&] { return unit_products(units) * unit_product > time * lanes; };
    while (lanes < uint32_t{Mapping::warp} && (are_few() || (has_columns() && is_slow()))) lanes *= 2;
    return lanes;
}

template <size_t N>
Mapping nearest(const std::array<int, N>& all, const Mapping& asked) {
    return *std::ranges::min_element(all, {}, [&](int it) { return std::abs(it - asked.lanes()); });
}

}  // namespace

double product_time(double units, double count, uint32_t lanes) {
    return unit_products(units) * std::max(unit_product / lanes, count * unit_product_of_many);
}

void Work::add(uint32_t units, uint64_t computations) {
    count += computations;
    all += double(computations) * unit_products(units);
}

std::optional<Mapping> mapping(Operation operation, uint32_t units, const Work& work,
                               const std::optional<Mapping>& only) {
    const uint64_t count = work.count;
    switch (operation) {
        case Operation::add:
        case Operation::shl:
            if (units >= most_units_of_sums) return Mapping::warp;
            if (only ? only->is_grid() : units >= least_units_of_long_sums) return Mapping::grid();
            [[fallthrough]];
        case Operation::compare: return only ? nearest(lanes_of_sums, *only) : lanes_of_sum(units);
        case Operation::mul:
            if (units <= most_units_of_grid && (only ? only->is_grid() : units >= least_units_of_transforms))
                return Mapping::grid();
            return only ? nearest(lanes_of_products, *only) : lanes_of_product(units, work);
        case Operation::div_floor: {
            if (units > most_units_of_grid) return std::nullopt;
            const auto time = [&](Mapping it) { return device_time(operation, units, double(count), it); };
            const bool is_grid = only ? only->is_grid() : time(Mapping::grid()) < time(Mapping());
            return is_grid ? Mapping::grid() : Mapping();
        }
        case Operation::gcd: return units > most_units_of_gcd ? std::nullopt : std::optional(Mapping());
        case Operation::pow_mod: {
            if (units == 0 || units > most_units_of_power) return std::nullopt;
            const Mapping thread, lanes = lanes_of_power(units, only ? only->lanes() : 1);
            const auto time = [&](const Mapping& it) {
                return device_time(operation, units, double(count), it);
            };
            return (only ? only->is_thread() : time(thread) < time(lanes)) ? thread : lanes;
        }
        default: return std::nullopt;
    }
}

}  // namespace limbsmith::pool
