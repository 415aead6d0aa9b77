// How the computations of a level become launches.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "pool/gpu/level_parts.hpp"

namespace limbsmith::test {
namespace {

using pool::Census, pool::Operation, pool::Part;
namespace shape = pool::shape;

uint32_t bin(Operation operation, uint32_t of_size) {
    return static_cast<uint32_t>(operation) * shape::sizes + of_size;
}

std::vector<Part> parts_of(const std::vector<std::pair<uint32_t, uint32_t>>& counts) {
    std::vector<uint32_t> all(shape::bins);
    for (const auto& [place, count] : counts) all[place] = count;
    return pool::parts(all, 0, pool::mappings(all, {}));
}

}  // namespace

TEST_CASE("shares have all computations of a level, each as many as all before it") {
    for (const size_t count : {64u, 65u, 100u, 128u, 1000u, 4097u}) {
        CAPTURE(count);
        const Census census(count, {.shared_computations = 64});
        REQUIRE(census.shares == 4);
        CHECK(census.first(0) == 0);
        CHECK(census.first(census.shares) == count);
        for (uint32_t share = 1; share < census.shares; ++share) {
            CHECK(census.first(share) < count);
            CHECK(census.first(share + 1) <= 2 * census.first(share));
        }
        CHECK(census.first(1) >= count / 8);
    }
    CHECK(Census(63, {.shared_computations = 64}).shares == 1);
}

TEST_CASE("every computation has its place in the order, by bins and by shares") {
    Census census(64, {.shared_computations = 64});
    census.count.resize(census.shares * shape::bins);
    const uint32_t bins[] = {bin(Operation::add, 3), bin(Operation::add, 9), bin(Operation::mul, 20)};
    uint32_t all = 0;
    for (uint32_t share = 0; share < census.shares; ++share)
        for (const uint32_t one : bins) {
            census.count[share * shape::bins + one] = 5 * share + one % 7;
            all += 5 * share + one % 7;
        }
    census.count[0] = 17;  // nothing to do
    for (const bool is_by_shares : {false, true}) {
        const std::vector<uint32_t> starts = pool::starts(census, is_by_shares);
        std::set<uint32_t> taken;
        uint32_t last = 0;
        for (uint32_t share = 0; share < census.shares; ++share)
            for (const uint32_t one : bins) {
                const uint32_t place = share * shape::bins + one;
                for (uint32_t k = 0; k < census.count[place]; ++k) taken.insert(starts[place] + k);
                if (is_by_shares) CHECK(starts[place] >= last);
                last = starts[place];
            }
        CHECK(taken.size() == all);
        CHECK(*taken.rbegin() + 1 == all);
    }
}

TEST_CASE(
    "neighbouring sizes are one launch if they have one mapping or are few, and long ones begin first") {
    // sums of 1 and 40 units: few of the short ones, many of them
    const auto few = parts_of({{bin(Operation::add, 2), 100}, {bin(Operation::add, 12), 50}});
    REQUIRE(few.size() == 1);
    CHECK(few[0].count == 150);
    CHECK(few[0].mapping == Mapping{32});
    const auto many = parts_of({{bin(Operation::add, 2), 100'000}, {bin(Operation::add, 12), 50}});
    REQUIRE(many.size() == 2);
    CHECK(many[0].count == 50);
    CHECK(many[0].begin == 100'000);
    CHECK(many[1].mapping == Mapping{1});
    // gcds of different sizes have scratch memory for their size; the host's computations are one part
    CHECK(parts_of({{bin(Operation::gcd, 4), 1'000'000}, {bin(Operation::gcd, 5), 1'000'000}}).size() == 2);
    CHECK(parts_of({{bin(Operation::pow, 1), 10}, {bin(Operation::pow, 2), 10}}).size() == 1);
    // different operations
    CHECK(parts_of({{bin(Operation::add, 2), 10}, {bin(Operation::mul, 2), 10}}).size() == 2);
}

TEST_CASE("a level has shares if its products take long and it is in few launches") {
    const auto of = [](uint32_t products, bool is_ordered, std::initializer_list<uint32_t> sizes) {
        Census census(100'000, {});
        census.is_ordered = is_ordered;
        census.count.resize(census.shares * shape::bins);
        for (uint32_t share = 0; share < census.shares; ++share)
            for (const uint32_t size : sizes)
                census.count[share * shape::bins + bin(Operation::mul, size)] =
                    products / static_cast<uint32_t>(sizes.size()) / census.shares;
        return pool::parts_of_shares(census, pool::mappings(census.of_all(), {}), {});
    };
    const auto shares = of(100'000, true, {9});  // 16 units
    REQUIRE(shares.size() == 4);
    uint32_t end = 0;
    for (const std::vector<Part>& share : shares)
        for (const Part& part : share) {
            CHECK(part.begin == end);
            end += part.count;
        }
    CHECK(end == 100'000);
    CHECK(of(100'000, false, {9}).empty());
    CHECK(of(1'000, true, {9}).empty());
    CHECK(of(2'000'000, true, {2, 9, 13, 16}).empty());
}

}  // namespace limbsmith::test
