// The gcd of the engine on a device, its kernel interpreted, against GMP.
#include <doctest/doctest.h>

#include <utility>

#include "limbsmith/error.hpp"
#include "pool/draw.hpp"
#include "pool/interpreted.hpp"

namespace limbsmith::test {
namespace {

using pool::Number;
using Pairs = std::vector<std::pair<mpz_class, mpz_class>>;

// Whether all of them were right.
bool agree(Interpreted& it, const Pairs& pairs) {
    std::vector<Number> results;
    for (const auto& [a, b] : pairs) results.push_back(it.pool.gcd(it.pool.number(a), it.pool.number(b)));
    const std::vector<mpz_class> values = it.pool.values(results);
    bool all = true;
    for (size_t k = 0; k < pairs.size(); ++k) {
        const auto& [a, b] = pairs[k];
        CAPTURE(a);
        CAPTURE(b);
        CHECK(values[k] == gcd(a, b));
        all = all && values[k] == gcd(a, b);
    }
    return all;
}

// The device computes all of them with the kernel.
void check(const Pairs& pairs, Interpreted::Order order = Interpreted::Order::upwards) {
    Interpreted it(Mapping{1}, order);
    CHECK(agree(it, pairs));
    CHECK(it.machine->launches().at("pool_gcd_1") > 0);
}

mpz_class fibonacci(unsigned long n) {
    mpz_class value;
    mpz_fib_ui(value.get_mpz_t(), n);
    return value;
}

}  // namespace

TEST_CASE("the device's gcd agrees with GMP for ends of units, zeros and both signs") {
    std::vector<mpz_class> values{0, 1, -1, 2, -3, 6};
    for (const unsigned bits : {31u, 32u, 118u, 119u, 255u, 256u, 257u}) {
        const mpz_class power = mpz_class(1) << bits;
        for (const mpz_class& it : {power, mpz_class(power - 1), mpz_class(-power - 1)}) values.push_back(it);
    }
    Pairs pairs;
    for (const mpz_class& a : values)
        for (const mpz_class& b : values) pairs.emplace_back(a, b);
    check(pairs);
}

TEST_CASE("least common multiples of zeros, both signs and long numbers need no copies") {
    Interpreted it(Mapping{1});
    std::vector<Number> results;
    std::vector<mpz_class> expected;
    const mpz_class common = fibonacci(300);
    for (const mpz_class& a : {mpz_class(0), mpz_class(-6), mpz_class(common * 77), mpz_class(-common << 40)})
        for (const mpz_class& b : {mpz_class(0), mpz_class(4), mpz_class(-common), fibonacci(700)}) {
            results.push_back(it.pool.lcm(it.pool.number(a), it.pool.number(b)));
            expected.push_back(lcm(a, b));
        }
    const std::vector<mpz_class> values = it.pool.values(results);
    CHECK(values == expected);
    CHECK(it.machine->launches().at("pool_divide_1") > 0);
    const Number lost = it.pool.div_exact(it.pool.number(1), it.pool.number(0));
    CHECK(it.pool.failure(it.pool.lcm(it.pool.number(3), lost)) == pool::Failure::division_by_zero);
}

TEST_CASE("the device's gcd agrees with GMP for common twos across words and units") {
    Pairs pairs;
    const mpz_class common = 3 * fibonacci(200), x = common * fibonacci(97), y = -common * fibonacci(101);
    for (const unsigned i : {0u, 1u, 29u, 30u, 31u, 32u, 33u, 64u, 119u, 255u, 256u, 257u, 600u})
        for (const unsigned j : {0u, 1u, 31u, 32u, 256u, 500u}) {
            pairs.emplace_back(x << i, y << j);
            pairs.emplace_back(mpz_class(1) << i, y << j);
        }
    check(pairs);
}

// Neighbours of the Fibonacci numbers have the most steps by Euclid; a block has 120 bits.
TEST_CASE(
    "the device's gcd agrees with GMP for neighbours, multiples, ends of blocks and different lengths") {
    Draw draw;
    Pairs pairs;
    for (const unsigned long n : {3ul, 43ul, 86ul, 87ul, 172ul, 345ul, 370ul, 700ul, 1500ul})
        pairs.emplace_back(fibonacci(n), fibonacci(n + 1));
    for (const unsigned long bits :
         {29ul, 30ul, 59ul, 117ul, 118ul, 119ul, 120ul, 121ul, 238ul, 239ul, 358ul, 480ul}) {
        const mpz_class end = mpz_class(1) << bits, x = draw.integer(bits), y = draw.integer(bits);
        pairs.emplace_back(end - 1, end + 1), pairs.emplace_back(end - 1, end / 2 + 1);
        pairs.emplace_back(x, y), pairs.emplace_back(x, x), pairs.emplace_back(x, -x * y),
            pairs.emplace_back(x * y, y);
    }
    for (const unsigned long bits : {700ul, 1100ul, 2500ul})
        for (const unsigned long other : {1ul, 30ul, 130ul, 400ul})
            pairs.emplace_back(draw.integer(bits), draw.integer(other));
    check(pairs);
}

TEST_CASE("the device's gcd agrees with GMP for random lengths, in either order of the groups") {
    for (const auto order : {Interpreted::Order::upwards, Interpreted::Order::downwards}) {
        Draw draw;
        Pairs pairs;
        for (int i = 0; i < 40; ++i) {
            const mpz_class common = draw.normal(60, 90);
            pairs.emplace_back(common * draw.normal(150, 120), common * draw.normal(150, 120));
            pairs.emplace_back(draw.normal(300, 200), draw.normal(300, 200));
        }
        check(pairs, order);
    }
}

}  // namespace limbsmith::test
