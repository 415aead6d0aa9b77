// The engine on a device, its kernels interpreted, against GMP.
#include <doctest/doctest.h>

#include "limbsmith/error.hpp"
#include "pool/device_cases.hpp"
#include "pool/draw.hpp"
#include "pool/interpreted.hpp"
#include "pool/self_check.hpp"

namespace limbsmith::test {
namespace {

using pool::Number, pool::Pool;
using Order = Interpreted::Order;

}  // namespace

TEST_CASE("every operation of the device agrees with GMP for ends of units, with each mapping") {
    for (const uint32_t lanes : {1u, 2u, 4u, 8u, 16u, 32u}) {
        CAPTURE(lanes);
        Interpreted it(Mapping{lanes}, lanes == 2 ? Order::downwards : Order::upwards);
        std::vector<Number> results;
        std::vector<mpz_class> expected;
        const std::vector<mpz_class> values = unit_edges();
        for (size_t i = 0; i < values.size(); ++i)
            for (size_t j = 0; j < values.size(); j += 1 + (lanes != 1 && lanes != 8))
                record(it.pool, values[i], values[j], (37 * i + 64 * j) % 700, results, expected);
        check(it.pool, results, expected);
    }
}

TEST_CASE(
    "divisions of the device agree with GMP: ends of words and units, quotients that are estimated too "
    "large") {
    for (const bool is_grid : {false, true}) {
        CAPTURE(is_grid);
        Interpreted it;
        it.device->use_only(is_grid ? Mapping::grid() : Mapping());
        std::vector<Number> results;
        std::vector<mpz_class> expected;
        Draw draw;
        std::vector<mpz_class> values = unit_edges();
        for (const unsigned bits : {33u, 64u, 65u, 96u, 1000u, 1024u}) values.push_back(draw.integer(bits));
        // a divisor with ones below its two highest words, and a dividend with the same highest words
        values.push_back((mpz_class(1) << 127) + (mpz_class(1) << 64) - 1);
        values.push_back((mpz_class(1) << 255) - 1);
        for (size_t i = 0; i < values.size(); i += is_grid ? 11 : 1)
            for (size_t j = is_grid ? 1 : 0; j < values.size(); j += is_grid ? 23 : 1)
                if (values[j] != 0) record_divisions(it.pool, values[i], values[j], results, expected);
        check(it.pool, results, expected);
    }
}

TEST_CASE("failures of the device are those of the host") {
    Interpreted it;
    Pool& p = it.pool;
    const Number zero = p.number(0), x = p.number(7), y = p.number(-3), huge = p.number(mpz_class(1) << 100);
    const Number lost = p.div_floor(x, zero).quotient;
    CHECK(p.failure(lost) == pool::Failure::division_by_zero);
    CHECK(p.failure(p.add(lost, x)) == pool::Failure::division_by_zero);
    CHECK(p.failure(p.select(x, lost, x)) == pool::Failure::division_by_zero);
    CHECK(p.failure(p.div_exact(x, y)) == pool::Failure::not_integer);
    CHECK(p.failure(p.shl(x, y)) == pool::Failure::negative_shift);
    CHECK(p.failure(p.shl(x, huge)) == pool::Failure::too_long);
    CHECK(p.value(p.shl(zero, huge)) == 0);
    CHECK(p.value(p.shr(y, huge)) == -1);
    CHECK(p.failure(p.pow(x, y)) == pool::Failure::negative_exponent);
    CHECK(p.failure(p.mul(lost, p.shl(x, y))) == pool::Failure::division_by_zero);
    CHECK(p.value(p.pow(y, x)) == -2187);
    CHECK(p.value(p.gcd(p.number(12), p.number(-18))) == 6);
}

TEST_CASE("long products of the device go through transforms") {
    Interpreted it;
    it.device->use_only(Mapping::grid());
    Draw draw;
    std::vector<Number> results;
    std::vector<mpz_class> expected;
    for (const auto& [a, b] : {std::pair{70'000u, 200u}, {40'000u, 33'000u}, {32'768u, 32'768u}}) {
        const mpz_class x = draw.integer(a), y = draw.integer(b);
        results.push_back(it.pool.mul(it.pool.number(x), it.pool.number(y)));
        expected.push_back(x * y);
        results.push_back(it.pool.sqr(it.pool.number(x)));
        expected.push_back(x * x);
    }
    check(it.pool, results, expected);
    CHECK(it.machine->launches().contains("pool_spread"));
}

TEST_CASE("compaction keeps numbers, their copies and results, and shortens the memory") {
    Interpreted it;
    Pool& p = it.pool;
    Draw draw;
    std::vector<Number> kept;
    std::vector<mpz_class> expected;
    for (int k = 0; k < 50; ++k) {
        const mpz_class value = draw.normal(600, 400);
        const Number x = p.number(value), negative = p.neg(x), sum = p.add(x, x), lost = p.mul(x, sum);
        for (const Number one : {x, negative, sum}) kept.push_back(one);
        for (const mpz_class& one : {value, mpz_class(-value), mpz_class(2 * value)}) expected.push_back(one);
        p.submit();
        p.free(lost);
    }
    const uint64_t before = p.bytes();
    p.compact();
    CHECK(p.bytes() < before);
    check(p, kept, expected);
    const uint64_t after = p.bytes();
    p.compact();
    CHECK(p.bytes() == after);
    check(p, kept, expected);
}

TEST_CASE("a device without room says so, and the pool goes on with its numbers") {
    Interpreted it;
    Pool& p = it.pool;
    Draw draw;
    const mpz_class value = draw.integer(20'000);
    const Number x = p.number(value), square = p.sqr(x);
    CHECK(p.value(square) == value * value);
    it.machine->limit(40'000'000);
    std::vector<Number> many, others;
    for (int k = 0; k < 100; ++k) others.push_back(p.sqr(square));
    p.submit();
    for (const Number one : others) p.free(one);
    CHECK_THROWS_AS(
        [&] {
            for (int k = 0; k < 1000; ++k) many.push_back(p.shl(square, p.number(20'000'000)));
            p.submit();
        }(),
        runtime::OutOfMemory);
    CHECK(p.pending() > 0);
    // memory can be reclaimed while computations wait for it
    const uint64_t before = p.bytes();
    p.compact();
    CHECK(p.bytes() < before);
    CHECK(p.value(x) == value);
    CHECK(p.value(square) == value * value);
}

TEST_CASE("an empty submission, zeros, and a chain of a thousand computations on the device") {
    Interpreted it;
    Pool& p = it.pool;
    p.submit();
    CHECK(p.values({}).empty());
    const Number zero = p.number(0);
    CHECK(p.value(p.mul(zero, zero)) == 0);
    CHECK(p.value(p.sub(zero, zero)) == 0);
    Number last = p.number(1);
    const Number three = p.number(3);
    mpz_class expected = 1;
    for (int k = 0; k < 1000; ++k) {
        last = k % 3 == 2 ? p.mul(last, three) : p.sub(three, last);
        expected = k % 3 == 2 ? mpz_class(expected * 3) : mpz_class(3 - expected);
    }
    CHECK(p.value(last) == expected);
}

TEST_CASE("one huge number among many tiny ones on the device") {
    Interpreted it;
    Pool& p = it.pool;
    Draw draw;
    std::vector<Number> results;
    std::vector<mpz_class> expected;
    const mpz_class huge = draw.integer(100'000);
    const Number h = p.number(huge);
    for (int k = 0; k < 300; ++k) {
        const mpz_class value = draw.normal(20, 20);
        const Number x = p.number(value);
        results.push_back(k % 2 ? p.add(x, k % 3 ? x : h) : p.mul(x, k % 30 ? x : h));
        expected.push_back(k % 2 ? mpz_class(value + (k % 3 ? value : huge))
                                 : mpz_class(value * (k % 30 ? value : huge)));
    }
    check(p, results, expected);
}

TEST_CASE("the self-check of pools passes with the interpreted kernels") {
    Interpreted it;
    CHECK(pool::difference_from_host(*it.device) == "");
    for (const char* kernel : {"pool_divide_1", "pool_gcd_1", "pool_power_1"})
        CHECK(it.machine->launches().contains(kernel));
    CHECK(it.pool.bytes() <= 32);
}

TEST_CASE("sums and shifts of long numbers on the device have all of it") {
    Interpreted it;
    it.device->use_only(Mapping::grid());
    Draw draw;
    std::vector<Number> results;
    std::vector<mpz_class> expected;
    const mpz_class ones = (mpz_class(1) << 11'000) - 1;
    for (const mpz_class& a : {ones, draw.integer(11'000), mpz_class(-ones)})
        for (const mpz_class& b :
             {ones, mpz_class(1), draw.integer(10'500), mpz_class(-draw.integer(11'000))}) {
            const Number x = it.pool.number(a), y = it.pool.number(b), n = it.pool.number(1'234);
            for (const Number one : {it.pool.add(x, y), it.pool.sub(x, y)}) results.push_back(one);
            for (const mpz_class& one : {mpz_class(a + b), mpz_class(a - b)}) expected.push_back(one);
            results.push_back(it.pool.shr(x, n));
            expected.push_back(floor_shift(a, 1'234));
            if (b == 1) results.push_back(it.pool.shl(x, n)), expected.push_back(a << 1'234);
        }
    check(it.pool, results, expected);
    CHECK(it.machine->launches().contains("grid_add"));
}

TEST_CASE("numbers that are too long for the device's divisions go to the host, in one level with others") {
    Interpreted it;
    Pool& p = it.pool;
    Draw draw;
    const mpz_class a = draw.integer(70'000'000), b = draw.integer(3'000);
    const Number x = p.number(a), y = p.number(b), z = p.number(b * 77);
    const auto [q, r] = p.div_floor(x, y);
    const Number exact = p.div_exact(z, y), long_exact = p.div_exact(x, y),
                 t = p.div_truncate(x, y).remainder;
    p.submit();
    CHECK(p.value(exact) == 77);
    CHECK(p.value(q) * b + p.value(r) == a);
    CHECK(p.value(t) == a % b);
    CHECK(p.failure(long_exact) == (a % b == 0 ? pool::Failure::none : pool::Failure::not_integer));
}

TEST_CASE("results come to the host while others of the same level are not computed") {
    for (const auto order : {Order::upwards, Order::downwards}) {
        Interpreted it(
            {}, order,
            {.read_numbers = 8, .short_computations = 0, .shared_computations = 64, .shared_products = 1});
        Pool& p = it.pool;
        Draw draw;
        std::vector<Number> results, computed;
        std::vector<mpz_class> expected;
        const auto draw_level = [&] {
            results.clear(), expected.clear();
            for (int k = 0; k < 150; ++k) {
                const mpz_class a = draw.normal(700, 600), b = draw.integer(k % 50 ? 300 : 6'000);
                const Number x = p.number(a), y = p.number(b);
                results.push_back(k % 3 == 0 ? p.add(x, y) : k % 3 == 1 ? p.mul(x, y) : p.neg(x));
                expected.push_back(k % 3 == 0 ? a + b : k % 3 == 1 ? mpz_class(a * b) : mpz_class(-a));
            }
        };
        draw_level();
        check(p, results, expected);
        draw_level();
        p.submit();
        CHECK(it.machine->waiting() > 0);
        // the first ones wait for few kernels
        p.values(std::span(results).first(8));
        CHECK(it.machine->waiting() > 0);
        check(p, results, expected);
        // slots that are used again, the last one first
        for (const Number one : results) p.free(one);
        p.compact();
        draw_level();
        p.submit();
        std::vector<size_t> mixed(results.size());
        for (size_t k = 0; k < mixed.size(); ++k) mixed[k] = k * 77 % mixed.size();
        std::vector<Number> some;
        std::vector<mpz_class> values;
        for (const size_t k : mixed) some.push_back(results[k]), values.push_back(expected[k]);
        check(p, some, values);
        // a number that is put after the level
        draw_level();
        p.submit();
        results.insert(results.begin(), p.number(77)), expected.insert(expected.begin(), 77);
        check(p, results, expected);
        // slots that do not ascend: some are free from the middle of the level on
        draw_level();
        const std::vector<Number> before = results;
        const std::vector<mpz_class> values_before = expected;
        for (const Number one : some) p.free(one);
        p.compact();
        draw_level();
        results.insert(results.end(), before.begin(), before.end());
        expected.insert(expected.end(), values_before.begin(), values_before.end());
        check(p, results, expected);
        // a later level computes with results that nobody has waited for
        draw_level();
        p.submit();
        const Number last = p.sum(results);
        mpz_class sum = 0;
        for (const mpz_class& one : expected) sum += one;
        CHECK(p.value(last) == sum);
        check(p, results, expected);
    }
}

TEST_CASE("levels and copies that are divided give the same") {
    // four units are copied together, 50 computations are planned together
    Interpreted it({}, Order::downwards, {.copied_words = 32, .computations = 50, .short_computations = 0});
    Pool& p = it.pool;
    Draw draw;
    std::vector<Number> results;
    std::vector<mpz_class> expected;
    for (int k = 0; k < 40; ++k)
        record(p, draw.normal(700, 600), draw.integer(k % 10 ? 300 : 80'000), 77, results, expected);
    check(p, results, expected);
}

TEST_CASE(
    "a number that moves by less than it is long, and is more than one copy takes, keeps its "
    "negatives") {
    Interpreted it({}, Order::upwards, {.copied_words = 32, .computations = 50, .short_computations = 0});
    Pool& p = it.pool;
    Draw draw;
    const mpz_class value = draw.integer(6'000);
    const Number gap = p.number(1), large = p.number(value), negative = p.neg(large), again = p.neg(negative);
    p.submit();
    p.free(gap);
    p.compact();
    CHECK(p.value(large) == value);
    CHECK(p.value(negative) == -value);
    CHECK(p.value(again) == value);
}

}  // namespace limbsmith::test
