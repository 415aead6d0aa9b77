// Where the computations of a level go.
#include <doctest/doctest.h>

#include "pool/bins.hpp"
#include "pool/placement.hpp"

namespace limbsmith::test {
namespace {

using pool::Load, pool::Operation, pool::Placement, pool::Shape;
namespace shape = pool::shape;

using Work = std::vector<std::tuple<Operation, uint32_t, uint32_t>>;

uint32_t bin_of_bits(Operation operation, uint32_t bits) {
    const Shape of{~uint64_t{0}, bits, false};
    return pool::bin_of(operation, {of, of, of});
}

// So many computations of operands with so many bits, which both sides have; units that are to be copied to the device.
Placement placed(const Work& work, double to_device = 0) {
    std::vector<uint32_t> counts(shape::bins);
    std::vector<Load> loads;
    for (const auto& [operation, count, bits] : work) {
        const Shape of{~uint64_t{0}, bits, false};
        Load load{.bin = bin_of_bits(operation, bits), .to_device = to_device};
        for (uint32_t k = 0; k < count; ++k) load.add(pool::plan(operation, {of, of, of}).cost / 1000);
        counts[load.bin] = count;
        loads.push_back(load);
    }
    return pool::placement(loads, pool::mappings(counts, {}), 16, {}, pool::Rates().together);
}

}  // namespace

TEST_CASE("a bin has the computations of its sizes") {
    for (uint32_t bits = 1; bits < 3'000'000; bits += bits / 5 + 1) {
        CAPTURE(bits);
        const Shape of{~uint64_t{0}, bits, false};
        for (const auto& [operation, units] : {std::pair{Operation::sub, shape::units_of(bits + 1)},
                                               {Operation::sqr, shape::units_of(2 * bits)},
                                               {Operation::gcd, shape::units_of(bits)},
                                               {Operation::max, shape::units_of(bits)},
                                               {Operation::shr, shape::units_of(bits)},
                                               {Operation::div_exact, 2 * shape::units_of(bits)}}) {
            const uint32_t bin = pool::bin_of(operation, {of, of, of});
            CHECK(bin / shape::sizes == static_cast<uint32_t>(pool::kernel_operation(operation)));
            CHECK(shape::least_units(bin) <= units);
            CHECK(units <= shape::most_units(bin));
        }
    }
    const Shape even{2, 300, false}, odd{3, 300, false}, negative{3, 300, true};
    const auto size = [](const Shape& a, const Shape& e, const Shape& m) {
        return shape::least_units(pool::bin_of(Operation::pow_mod, {a, e, m}));
    };
    CHECK(size(even, even, odd) == 2);
    CHECK(size(odd, odd, even) == 0);
    CHECK(size(negative, odd, odd) == 0);
    CHECK(size(Shape{1, 600, false}, odd, odd) == 0);
}

TEST_CASE("long gcds and short levels are the host's, many products and sums the device's") {
    const Placement few = placed({{Operation::gcd, 20, 300'000}});
    CHECK_FALSE(few.uses_device);
    CHECK_FALSE(placed({{Operation::add, 10, 64}, {Operation::mul, 10, 300}}).uses_device);
    const Placement many = placed({{Operation::mul, 4'096, 16'384}, {Operation::add, 4'096, 16'384}});
    CHECK_FALSE(many.uses_host);
    CHECK(many.time < many.time_by_host / 4);
    CHECK_FALSE(placed({{Operation::gcd, 65'536, 256}}).uses_host);
    CHECK_FALSE(placed({{Operation::pow_mod, 1'024, 1'024}}).uses_host);
    CHECK_FALSE(placed({{Operation::pow_mod, 4, 1'024}}).uses_device);
}

TEST_CASE("a level of few computations of short numbers costs less") {
    const pool::Rates rates;
    const auto fixed = [](const Work& work) {
        const auto& [operation, count, bits] = work[0];
        const uint32_t bin = bin_of_bits(operation, bits);
        const Placement made = placed(work);
        REQUIRE(made.mappings[bin].has_value());
        return made.time - pool::device_time(operation, shape::least_units(bin), count, *made.mappings[bin]);
    };
    const uint32_t most = shape::most_computations_of_short;
    CHECK(fixed({{Operation::add, most, 10'000}}) == doctest::Approx(rates.short_level));
    CHECK(fixed({{Operation::add, most + 1, 10'000}}) == doctest::Approx(rates.device_level));
    CHECK(fixed({{Operation::add, most, 40'000}}) == doctest::Approx(rates.device_level));
    CHECK(fixed({{Operation::gcd, 1'000, 2'500}}) == doctest::Approx(rates.short_level));
    CHECK(fixed({{Operation::gcd, 1'000, 5'000}}) == doctest::Approx(rates.device_level));
    CHECK(fixed({{Operation::pow_mod, 1'024, 1'024}}) == doctest::Approx(rates.device_level));
}

TEST_CASE("copies count: sums whose operands are on one side are computed there") {
    const Work sums{{Operation::add, 2'000, 16'384}};
    CHECK(placed(sums).uses_device);
    CHECK_FALSE(placed(sums, 2'000 * 128).uses_device);
}

TEST_CASE("the host does its share of a level while the device does the other") {
    const Placement both = placed({{Operation::mul, 256, 300'000}, {Operation::gcd, 16, 300'000}});
    CHECK(both.uses_host);
    CHECK(both.uses_device);
    CHECK(both.time < both.time_by_host);
    CHECK(both.mappings[bin_of_bits(Operation::mul, 300'000)].has_value());
    CHECK_FALSE(both.mappings[bin_of_bits(Operation::gcd, 300'000)].has_value());
}

TEST_CASE("work without a kernel is the host's, and with a mapping that is asked for nothing else") {
    const uint32_t power = bin_of_bits(Operation::pow, 100), gcd = bin_of_bits(Operation::gcd, 300'000);
    std::vector<uint32_t> counts(shape::bins);
    counts[power] = 5, counts[gcd] = 1'000;
    for (const auto& [only, cores, is_gcd_on_device] : {std::tuple{std::optional<Mapping>(), 16u, false},
                                                        {std::optional(Mapping{8}), 16u, true},
                                                        {std::optional<Mapping>(), 0u, true}}) {
        const pool::Mappings chosen = pool::placed_on_device(counts, only, cores, {});
        CHECK_FALSE(chosen[power].has_value());
        CHECK(chosen[gcd].has_value() == is_gcd_on_device);
    }
}

}  // namespace limbsmith::test
