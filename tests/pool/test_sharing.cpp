// Which devices compute a level: by times, lengths and places that are given.
#include <doctest/doctest.h>

#include <numeric>

#include "pool/gpu/sharing.hpp"

namespace limbsmith::test {
namespace {

using pool::device_for_all, pool::only_device, pool::Rates, pool::Shareable, pool::shares, pool::time_of;

constexpr pool::DeviceSet two = 3, three = 7;

// A computation of two operands.
Shareable computation(double time, uint32_t slot, pool::DeviceSet a, pool::DeviceSet b, uint32_t units = 1) {
    Shareable made{.time = time, .operand_count = 2};
    made.operands[0] = {slot, units, a};
    made.operands[1] = {slot + 1, units, b};
    return made;
}

std::vector<Shareable> computations(size_t count, double time, pool::DeviceSet on) {
    std::vector<Shareable> made;
    for (uint32_t k = 0; k < count; ++k) made.push_back(computation(time, 2 * k, on, on));
    return made;
}

std::vector<double> busy(std::span<const Shareable> level, std::span<const uint8_t> devices) {
    std::vector<double> time(pool::most_devices);
    for (size_t k = 0; k < level.size(); ++k) time[devices[k]] += level[k].time;
    return time;
}

}  // namespace

TEST_CASE("each device gets its part of the time, and neighbours stay together") {
    const auto level = computations(1000, 1, only_device(1));
    const std::vector<uint8_t> chosen = shares(level, three);
    for (const uint8_t k : {0, 1, 2}) CHECK(busy(level, chosen)[k] <= 1.02 * 1000 / 3 + 1);
    int changes = 0;
    for (size_t k = 1; k < chosen.size(); ++k) changes += chosen[k] != chosen[k - 1];
    CHECK(changes == 2);
    // lengths that ascend
    std::vector<Shareable> ascending;
    for (uint32_t k = 0; k < 100; ++k) ascending.push_back(computation(k, 2 * k, three, three));
    const std::vector<double> time = busy(ascending, shares(ascending, three));
    for (const uint8_t k : {0, 1, 2}) CHECK(time[k] <= 1.02 * 99 * 50 / 3 + 99);
    // a device that does not work gets nothing
    for (const uint8_t k : shares(level, only_device(0) | only_device(2))) CHECK(k != 1);
}

TEST_CASE("computations go where their operands are, as long as it has time") {
    std::vector<Shareable> level;
    for (uint32_t k = 0; k < 100; ++k)
        level.push_back(computation(1, 2 * k, only_device(k % 2), only_device(k % 2)));
    const std::vector<uint8_t> chosen = shares(level, two);
    for (size_t k = 0; k < 100; ++k) CHECK(chosen[k] == k % 2);
    // the longer operand decides
    Shareable uneven = computation(1, 0, only_device(0), only_device(1));
    uneven.operands[1].units = 100;
    CHECK(shares(std::vector{uneven, computation(9, 2, two, two)}, two)[0] == 1);
    // one that alone takes more than a part goes to the device that has least
    CHECK(shares(std::vector{computation(1, 0, two, two), computation(9, 2, only_device(0), two)}, two)[1] ==
          1);
}

TEST_CASE("levels that are over soon, or whose numbers take longer on their way, stay on one device") {
    const Rates rates;
    CHECK(device_for_all(computations(100, 1, only_device(1)), 1, two, rates) == 1);
    CHECK(device_for_all(computations(100, 1, two), 1, only_device(0), rates) == 0);
    CHECK_FALSE(device_for_all(computations(100, 1000, only_device(1)), 1, two, rates));
    // the same as a sample
    CHECK_FALSE(device_for_all(computations(10, 1000, only_device(1)), 10, two, rates));
    CHECK(device_for_all(computations(100'000, 0.001, only_device(1)), 1, two, rates) == 1);
    std::vector<Shareable> long_ones;
    for (uint32_t k = 0; k < 100; ++k)
        long_ones.push_back(computation(100, 2 * k, only_device(0), only_device(0), 1'000'000));
    CHECK(device_for_all(long_ones, 1, two, rates) == 0);
    for (Shareable& it : long_ones) it.operands[0].on = it.operands[1].on = two;
    CHECK_FALSE(device_for_all(long_ones, 1, two, rates));
}

TEST_CASE("an operand of many computations comes once") {
    const Rates rates{.device_level = 0, .copy = 0, .peer_number = 1, .peer_unit = 0};
    std::vector<Shareable> level(50, computation(0, 7, only_device(0), only_device(0)));
    const std::vector<uint8_t> there(50, 1);
    CHECK(time_of(level, 1, there, rates) == doctest::Approx(2));
    CHECK(time_of(computations(50, 0, only_device(0)), 1, there, rates) == doctest::Approx(100));
}

}  // namespace limbsmith::test
