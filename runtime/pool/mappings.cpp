#include "pool/mappings.hpp"

#include <algorithm>
#include <array>

#include "pool/shape.hpp"

namespace limbsmith::pool {
namespace {

// Groups of so many lanes have kernels.
constexpr std::array<uint32_t, 3> lanes_of_sums{1, 8, 32};
constexpr std::array<uint32_t, 6> lanes_of_products{1, 2, 4, 8, 16, 32};

// Sizes in units of 256 bits: of a product; of a sum, for which a warp would need many turns.
constexpr uint32_t least_units_of_transforms = 256, least_units_of_long_sums = 4096;
// Operands of the grid have up to 2^25 bits, and a half-octave of sizes is one bin.
constexpr uint32_t most_units_of_grid = (1u << 18) - 1;
// Larger sums may have more than most_bits, which kernels of lanes find.
constexpr uint32_t most_units_of_sums = most_bits / shape::unit_bits;

// A group is not worth its exchanges where its numbers are short.
uint32_t lanes_of_sum(uint32_t units) { return units < 3 ? 1 : units < 32 ? 8 : 32; }

// A product of two numbers of u units takes u² products of units: microseconds of one of them in a lane, and of each of
// many in all of the device.
constexpr double unit_product = 0.16, unit_product_of_many = 1.0 / 65'000;
// What a level costs besides.
constexpr double least_time = 40;

double unit_products(double units) { return units * units / 4; }

// Where there are many products, few lanes share the columns of each best. But few products have the lanes of all of the
// device, more of them if a lane has several columns; and no product may take long beside all products of the level.
uint32_t lanes_of_product(uint32_t units, const Work& work) {
    constexpr double part = 1.0 / 8;
    constexpr uint64_t few_lanes = 1u << 16, few_lanes_with_columns = 1u << 18, very_many = 1u << 19;
    if (units < 4 || (units < 24 && work.count >= very_many)) return 1;
    const double time = std::max(least_time, work.all * unit_product_of_many) * part;
    uint32_t lanes = units < 6 ? 1 : units < 24 ? 2 : units < 128 ? 4 : units < 192 ? 8 : 16;
    const auto has_columns = [&] { return 4 * lanes <= units; };
    const auto are_few = [&] {
        return 2 * lanes * work.count <= (has_columns() ? few_lanes_with_columns : few_lanes);
    };
    const auto is_slow = [&] { return unit_products(units) * unit_product > time * lanes; };
    while (lanes < 32 && (are_few() || (has_columns() && is_slow()))) lanes *= 2;
    return lanes;
}

// Times of `count` divisions in microseconds, whose dividend and divisor have so many units together: a thread for each
// takes a while, however few there are; transforms have many launches.
double division_by_threads(double units, double count) { return units * units * (0.32 + 3.2e-5 * count); }
double division_by_transforms(double units, double count) { return 1100 + count * (1.9 + 0.0035 * units); }

// The same of gcds, by threads of the device or by GMP on copies.
constexpr uint32_t most_units_of_gcd = 4096;
double gcd_by_threads(double units) { return 60 + 1.9 * units * units; }
double gcd_by_host(double units, double count) { return 250 + 0.08 * units * units * count; }

// The same of powers modulo a number of u units with an exponent as long: a thread has 320·u products of 2·u² + u products
// of units. A longer one would take seconds. The last bin ends here.
constexpr uint32_t most_units_of_power = 31;
double power_by_threads(double units, double count) {
    return 300 + units * units * units * (200 + 0.0065 * count);
}
double power_by_host(double units, double count) { return 250 + 0.3 * units * units * units * count; }

template <size_t N>
uint32_t nearest(const std::array<uint32_t, N>& all, uint32_t lanes) {
    return *std::ranges::min_element(all, {},
                                     [&](uint32_t it) { return it > lanes ? it - lanes : lanes - it; });
}

}  // namespace

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
            if (units >= most_units_of_sums) return Mapping{32};
            if (only ? only->is_grid : units >= least_units_of_long_sums) return Mapping{32, true};
            [[fallthrough]];
        case Operation::compare:
            return Mapping{only ? nearest(lanes_of_sums, only->lanes) : lanes_of_sum(units)};
        case Operation::mul:
            if (units <= most_units_of_grid && (only ? only->is_grid : units >= least_units_of_transforms))
                return Mapping{32, true};
            return Mapping{only ? nearest(lanes_of_products, only->lanes) : lanes_of_product(units, work)};
        case Operation::div_floor: {
            if (units > most_units_of_grid) return std::nullopt;
            const auto size = double(units), number = double(count);
            const bool is_long = division_by_transforms(size, number) < division_by_threads(size, number);
            return Mapping{1, only ? only->is_grid : is_long};
        }
        case Operation::gcd: {
            const bool is_slow = gcd_by_host(double(units), double(count)) < gcd_by_threads(double(units));
            return units > most_units_of_gcd || (!only && is_slow) ? std::nullopt : std::optional(Mapping{1});
        }
        case Operation::pow_mod: {
            const auto size = double(units), number = double(count);
            const bool is_slow = power_by_host(size, number) < power_by_threads(size, number);
            return units == 0 || units > most_units_of_power || (!only && is_slow)
                       ? std::nullopt
                       : std::optional(Mapping{1});
        }
        default: return std::nullopt;
    }
}

}  // namespace limbsmith::pool
