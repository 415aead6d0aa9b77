// Levels that follow each other on the device, its kernels interpreted, against GMP.
#include <doctest/doctest.h>

#include "pool/device_cases.hpp"
#include "pool/draw.hpp"
#include "pool/interpreted.hpp"
#include "pool/short_cases.hpp"

namespace limbsmith::test {
namespace {

using Order = Interpreted::Order;

}  // namespace

TEST_CASE("short levels agree with GMP: chains of every operation on ends of units") {
    for (const Order order : {Order::upwards, Order::downwards}) {
        Interpreted it({}, order);
        Chains chains(it.pool, chain_starts());
        for (int turn = 0; turn < 3; ++turn) chains.extend();
        CHECK(it.pool.pending() > 0);
        chains.check();
        CHECK(it.machine->launches().contains("pool_plan_short"));
    }
}

TEST_CASE("a chain of short levels takes two launches a level") {
    Interpreted it;
    Pool& p = it.pool;
    const mpz_class ones = (mpz_class(1) << 2048) - 1;
    Number x = p.number(ones);
    const Number one = p.number(1);
    for (int k = 0; k < 300; ++k) x = p.add(x, one);
    CHECK(p.value(x) == ones + 300);
    CHECK(it.machine->launches().at("pool_plan_short") == 300);
    CHECK(it.machine->launches().at("pool_add_8") == 300);
    CHECK(!it.machine->launches().contains("pool_plan"));
}

TEST_CASE("short levels of which one is too long to be copied beside others follow each other") {
    Interpreted it;
    Pool& p = it.pool;
    Draw draw;
    std::vector<mpz_class> values;
    for (int k = 0; k < 7; ++k) values.push_back(draw.integer(300));
    std::vector<Number> numbers = p.numbers(values);
    for (const size_t count : {7u, 3'501u, 5u, 3'500u, 9u}) {
        std::vector<Number> level;
        std::vector<mpz_class> expected;
        for (size_t k = 0; k < count; ++k) {
            const size_t a = k % numbers.size(), b = (a + 1) % numbers.size();
            level.push_back(k % 2 ? p.add(numbers[a], numbers[b]) : p.sub(numbers[a], numbers[b]));
            expected.push_back(k % 2 ? mpz_class(values[a] + values[b]) : mpz_class(values[a] - values[b]));
        }
        numbers = std::move(level), values = std::move(expected);
    }
    check(p, numbers, values);
    CHECK(it.machine->launches().at("pool_plan_short") == 5);
    CHECK(!it.machine->launches().contains("pool_plan"));
}

TEST_CASE("failures inside of short levels are those of the host, and all other results are there") {
    Interpreted it;
    check_failing_chain(it.pool);
    CHECK(!it.machine->launches().contains("pool_plan"));
}

TEST_CASE("the device stops at a level that is not short, and goes on after it") {
    for (const int long_level : {0, 1, 3, 7}) {
        CAPTURE(long_level);
        Interpreted it;
        check_long_level(it.pool, 8, long_level);
        CHECK(it.machine->launches().at("pool_plan") > 0);
        CHECK(it.machine->launches().contains("pool_plan_short"));
    }
}

TEST_CASE("a level that has no room stops, and loses no unit") {
    Interpreted it, roomy;
    Draw draw;
    const mpz_class a = draw.integer(8'000), b = draw.integer(8'000);
    // the units that the pool has at first, but for about 500
    const mpz_class huge = mpz_class(1) << ((uint64_t{1} << 21) - 512) * 256;
    const auto compute = [&](Pool& p) {
        const Number x = p.number(a), y = p.number(b);
        const uint64_t before = p.bytes();
        Number last = p.add(x, y);
        std::vector<Number> results;
        for (int k = 0; k < 10; ++k) results.push_back(p.mul(last, y));
        for (const Number one : results) CHECK(p.value(one) == (a + b) * b);
        return p.bytes() - before;
    };
    it.pool.number(huge);
    const uint64_t bytes = compute(roomy.pool);
    CHECK(compute(it.pool) == bytes);
    CHECK(it.machine->launches().contains("pool_plan"));
    CHECK(!roomy.machine->launches().contains("pool_plan"));
}

}  // namespace limbsmith::test
