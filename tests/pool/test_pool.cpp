// Integers of the pool against GMP.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>

#include "limbsmith/error.hpp"
#include "limbsmith/pool/pool.hpp"
#include "pool/draw.hpp"
#include "pool/host.hpp"

namespace limbsmith::test {
namespace {

using pool::Number;
using pool::Pool;

mpz_class floor_quotient(const mpz_class& a, const mpz_class& b) {
    mpz_class q;
    mpz_fdiv_q(q.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
    return q;
}

// Every operation with two operands on one pair, to be compared after a submission.
struct Pair {
    mpz_class a, b;
    Number add, sub, mul, sqr, neg, abs, compare, min, max, gcd, lcm, exact;
    pool::Quotient floor, truncated;
    pool::Bezout bezout;

    Pair(Pool& p, const mpz_class& a, const mpz_class& b) : a(a), b(b) {
        const Number x = p.number(a), y = p.number(b);
        add = p.add(x, y), sub = p.sub(x, y), mul = p.mul(x, y), sqr = p.sqr(x), neg = p.neg(x),
        abs = p.abs(x);
        compare = p.compare(x, y), min = p.min(x, y), max = p.max(x, y), gcd = p.gcd(x, y), lcm = p.lcm(x, y);
        floor = p.div_floor(x, y), truncated = p.div_truncate(x, y), bezout = p.xgcd(x, y);
        exact = p.div_exact(mul, y);
    }

    void check(Pool& p) const {
        CAPTURE(a.get_str());
        CAPTURE(b.get_str());
        CHECK(p.value(add) == a + b);
        CHECK(p.value(sub) == a - b);
        CHECK(p.value(mul) == a * b);
        CHECK(p.value(sqr) == a * a);
        CHECK(p.value(neg) == -a);
        CHECK(p.value(abs) == ::abs(a));
        CHECK(p.value(compare) == (a > b) - (a < b));
        CHECK(p.value(min) == std::min(a, b));
        CHECK(p.value(max) == std::max(a, b));
        const mpz_class g = ::gcd(a, b);
        CHECK(p.value(gcd) == g);
        CHECK(p.value(lcm) == ::lcm(a, b));
        CHECK(p.value(bezout.g) == g);
        CHECK(a * p.value(bezout.x) + b * p.value(bezout.y) == g);
        if (g != 0) {
            CHECK(::abs(p.value(bezout.x)) <= std::max<mpz_class>(1, ::abs(b) / g));
            CHECK(::abs(p.value(bezout.y)) <= std::max<mpz_class>(1, ::abs(a) / g));
        }
        if (b == 0) {
            for (const Number it :
                 {floor.quotient, floor.remainder, truncated.quotient, truncated.remainder, exact})
                CHECK(p.failure(it) == pool::Failure::division_by_zero);
            return;
        }
        CHECK(p.value(floor.quotient) == floor_quotient(a, b));
        CHECK(p.value(floor.remainder) == a - floor_quotient(a, b) * b);
        CHECK(p.value(truncated.quotient) == a / b);
        CHECK(p.value(truncated.remainder) == a % b);
        CHECK(p.value(exact) == a);
    }
};

}  // namespace

TEST_CASE("operations on two integers agree with GMP, for edges of every sign") {
    Pool p;
    std::vector<Pair> pairs;
    for (const mpz_class& a : edges())
        for (const mpz_class& b : edges()) pairs.emplace_back(p, a, b);
    p.submit();
    for (const Pair& it : pairs) it.check(p);
}

TEST_CASE("operations on integers of any length agree with GMP, and one thread gives the results of many") {
    Draw draw;
    std::vector<std::pair<mpz_class, mpz_class>> values;
    for (const auto& [mu, sigma] : {std::pair{100.0, 30.0}, {1000.0, 500.0}, {20000.0, 15000.0}})
        for (int k = 0; k < 25; ++k) values.emplace_back(draw.normal(mu, sigma), draw.normal(mu / 2, sigma));
    // one very long among many short ones
    values.emplace_back(draw.integer(300'000), draw.integer(100'000));
    for (int k = 0; k < 200; ++k)
        values.emplace_back(draw.integer(draw.below(70)), draw.integer(draw.below(70)));
    Pool many, single(std::make_unique<pool::Host>(1));
    std::vector<Pair> pairs, pairs_of_one;
    for (const auto& [a, b] : values) {
        pairs.emplace_back(many, a, b);
        pairs_of_one.emplace_back(single, a, b);
    }
    for (size_t k = 0; k < pairs.size(); ++k) {
        pairs[k].check(many);
        CHECK(many.value(pairs[k].bezout.x) == single.value(pairs_of_one[k].bezout.x));
    }
    pairs_of_one.back().check(single);
}

TEST_CASE("floor and truncated division have Python's and C's signs") {
    Pool p;
    const auto check = [&](long a, long b, long q, long r, long t, long u) {
        const auto floor = p.div_floor(p.number(a), p.number(b)),
                   cut = p.div_truncate(p.number(a), p.number(b));
        CHECK(p.value(floor.quotient) == q);
        CHECK(p.value(floor.remainder) == r);
        CHECK(p.value(cut.quotient) == t);
        CHECK(p.value(cut.remainder) == u);
    };
    check(7, 2, 3, 1, 3, 1);
    check(-7, 2, -4, 1, -3, -1);
    check(7, -2, -4, -1, -3, 1);
    check(-7, -2, 3, -1, 3, -1);
    check(-1, 1000, -1, 999, 0, -1);
    check(6, -3, -2, 0, -2, 0);
}

TEST_CASE("shifts agree with GMP") {
    Pool p;
    Draw draw;
    std::vector<mpz_class> values = edges();
    for (int k = 0; k < 20; ++k) values.push_back(draw.normal(2000, 800));
    for (const mpz_class& a : values) {
        for (const unsigned long n : {0ul, 1ul, 31ul, 64ul, 65ul, 1000ul, 5000ul}) {
            CHECK(p.value(p.shl(p.number(a), p.number(n))) == a << n);
            mpz_class floor;
            mpz_fdiv_q_2exp(floor.get_mpz_t(), a.get_mpz_t(), n);
            CHECK(p.value(p.shr(p.number(a), p.number(n))) == floor);
        }
        const Number huge = p.number("1000000000000000000000000");
        CHECK(p.value(p.shr(p.number(a), huge)) == (a < 0 ? -1 : 0));
        CHECK(p.failure(p.shl(p.number(a), p.number(-1))) == pool::Failure::negative_shift);
        CHECK(p.failure(p.shr(p.number(a), p.number(-1))) == pool::Failure::negative_shift);
    }
    CHECK(p.value(p.shl(p.number(0), p.number("1000000000000000000000000"))) == 0);
}

TEST_CASE("powers, and powers modulo a number, agree with GMP and Python") {
    Pool p;
    Draw draw;
    for (const mpz_class& a : edges()) {
        for (const unsigned long e : {0ul, 1ul, 2ul, 3ul, 17ul}) {
            mpz_class power;
            mpz_pow_ui(power.get_mpz_t(), a.get_mpz_t(), e);
            CHECK(p.value(p.pow(p.number(a), p.number(e))) == power);
        }
    }
    const std::string huge = "1000000000000000000000000";
    CHECK(p.value(p.pow(p.number(0), p.number(huge))) == 0);
    CHECK(p.value(p.pow(p.number(1), p.number(huge))) == 1);
    CHECK(p.value(p.pow(p.number(-1), p.number(huge))) == 1);
    CHECK(p.value(p.pow(p.number(-1), p.number(huge + "1"))) == -1);
    CHECK(p.failure(p.pow(p.number(3), p.number(-1))) == pool::Failure::negative_exponent);

    const auto modular = [&](const mpz_class& a, const mpz_class& e, const mpz_class& m) {
        return p.pow_mod(p.number(a), p.number(e), p.number(m));
    };
    for (int k = 0; k < 200; ++k) {
        const mpz_class a = draw.normal(300, 200), e = draw.integer(1 + draw.below(200)),
                        m = draw.normal(200, 100);
        if (m == 0) continue;
        const Number r = modular(a, e, m);
        if (e < 0 && gcd(a, m) != 1) {
            CHECK(p.failure(r) == (abs(m) == 1 ? pool::Failure::none : pool::Failure::no_inverse));
            continue;
        }
        mpz_class expected;
        const mpz_class base = abs(m) == 1 ? mpz_class(0) : a;
        if (abs(m) != 1) mpz_powm(expected.get_mpz_t(), base.get_mpz_t(), e.get_mpz_t(), m.get_mpz_t());
        if (m < 0 && expected != 0) expected += m;
        CHECK(p.value(r) == expected);
    }
    CHECK(p.value(modular(3, -1, 7)) == 5);
    CHECK(p.value(modular(3, -1, -7)) == -2);
    CHECK(p.value(modular(3, 2, -7)) == -5);
    CHECK(p.value(modular(5, -3, 1)) == 0);
    CHECK(p.value(modular(5, 0, 1)) == 0);
    CHECK(p.failure(modular(6, -1, 9)) == pool::Failure::no_inverse);
    CHECK(p.failure(modular(6, 2, 0)) == pool::Failure::division_by_zero);
}

TEST_CASE("sums and products of many") {
    Pool p;
    Draw draw;
    for (const size_t count : {0u, 1u, 2u, 3u, 5u, 6u, 7u, 100u, 1023u}) {
        std::vector<Number> numbers;
        mpz_class sum = 0, product = 1;
        for (size_t k = 0; k < count; ++k) {
            const mpz_class value = draw.normal(80, 30);
            numbers.push_back(p.number(value));
            sum += value;
            product *= value;
        }
        CHECK(p.value(p.sum(numbers)) == sum);
        CHECK(p.value(p.product(numbers)) == product);
        // the operands are still the caller's
        for (const Number it : numbers) p.free(it);
    }
}

TEST_CASE("a failure spreads to numbers that depend on it, and no further") {
    Pool p;
    const Number zero = p.number(0), one = p.number(1), five = p.number(5);
    const Number broken = p.div_floor(one, zero).quotient, negative = p.pow(five, p.number(-2));
    const Number sum = p.add(five, broken), both = p.mul(negative, broken), later = p.sub(broken, negative);
    const Number fine = p.mul(five, five), inexact = p.div_exact(p.number(7), five);
    const auto parts = p.xgcd(five, inexact);
    p.submit();
    CHECK(p.failure(broken) == pool::Failure::division_by_zero);
    CHECK(p.failure(sum) == pool::Failure::division_by_zero);
    CHECK(p.failure(both) == pool::Failure::division_by_zero);
    CHECK(p.failure(later) == pool::Failure::division_by_zero);
    CHECK(p.failure(inexact) == pool::Failure::not_integer);
    for (const Number it : {parts.g, parts.x, parts.y}) CHECK(p.failure(it) == pool::Failure::not_integer);
    CHECK(p.value(fine) == 25);
    CHECK(p.failure(fine) == pool::Failure::none);
    // a later submission
    CHECK(p.failure(p.neg(sum)) == pool::Failure::division_by_zero);
    CHECK_THROWS_WITH_AS(p.value(sum), "a computation has no value: division by zero", runtime::InputError);
}

TEST_CASE("numbers beyond the limit are failures, found before the work") {
    Pool p;
    const auto raised = [&](const char* a, const char* e) {
        return p.failure(p.pow(p.number(a), p.number(e)));
    };
    CHECK(raised("2", "1000000000000000000") == pool::Failure::too_long);
    CHECK(raised("-3", "1000000000000000000000000000000") == pool::Failure::too_long);
    CHECK(raised("2", "1073741824") == pool::Failure::too_long);
    CHECK(raised("3", "1000000000") == pool::Failure::too_long);
    // 2^(2^30 - 1) has 2^30 bits
    const Number longest = p.shl(p.number(1), p.number(pool::most_bits - 1));
    CHECK(p.failure(longest) == pool::Failure::none);
    CHECK(p.failure(p.shl(p.number(1), p.number(pool::most_bits))) == pool::Failure::too_long);
    CHECK(p.failure(p.mul(longest, p.number(2))) == pool::Failure::too_long);
    CHECK(p.failure(p.sqr(longest)) == pool::Failure::too_long);
    CHECK(p.failure(p.add(longest, longest)) == pool::Failure::too_long);
    CHECK(p.bytes() < 1u << 30);
    CHECK(p.failure(p.number(mpz_class(1) << pool::most_bits)) == pool::Failure::too_long);
}

TEST_CASE("an empty submission, and results of earlier ones as operands") {
    Pool p;
    p.submit();
    Number x = p.number(1);
    for (int k = 0; k < 5; ++k) {
        x = p.add(x, x);
        CHECK(p.pending() == 1);
        p.submit();
        CHECK(p.pending() == 0);
    }
    CHECK(p.text(x) == "32");
    CHECK(p.text(p.neg(x), true) == "-0x20");
    CHECK(p.device().starts_with("host, GMP on "));
}

TEST_CASE("a chain of computations 1,000 deep") {
    Pool p;
    Number x = p.number(3);
    mpz_class expected = 3;
    for (int k = 0; k < 1000; ++k) {
        const Number factor = p.number(k % 7 - 3), term = p.number(k);
        x = p.sub(p.mul(x, factor), term);
        expected = expected * (k % 7 - 3) - k;
    }
    CHECK(p.value(x) == expected);
}

TEST_CASE("100,000 computations, one of them long, report their progress") {
    Pool p;
    Draw draw;
    std::vector<mpz_class> values;
    std::vector<Number> numbers, products;
    for (int k = 0; k < 1000; ++k) {
        values.push_back(k == 500 ? draw.integer(100'000) : draw.normal(150, 60));
        numbers.push_back(p.number(values.back()));
    }
    for (size_t k = 0; k < 100'000; ++k) {
        const size_t i = k % 1000, j = k * 7919 % 1000;
        products.push_back(i == 500 || j == 500 ? p.add(numbers[i], numbers[j])
                                                : p.mul(numbers[i], numbers[j]));
    }
    std::atomic<double> most = 0;
    p.submit([&](double done) {
        for (double seen = most; done > seen && !most.compare_exchange_weak(seen, done);) continue;
    });
    CHECK(most == 1);
    size_t wrong = 0;
    for (size_t k = 0; k < products.size(); ++k) {
        const size_t i = k % 1000, j = k * 7919 % 1000;
        const mpz_class expected =
            i == 500 || j == 500 ? mpz_class(values[i] + values[j]) : mpz_class(values[i] * values[j]);
        wrong += p.value(products[k]) != expected;
    }
    CHECK(wrong == 0);
}

TEST_CASE("freed numbers are reclaimed, and the others stay") {
    Pool p;
    Draw draw;
    std::vector<mpz_class> values;
    std::vector<Number> numbers;
    for (int k = 0; k < 300; ++k) {
        values.push_back(draw.normal(1000, 600));
        numbers.push_back(p.number(values.back()));
    }
    const Number sum = p.sum(numbers);
    for (int k = 0; k < 300; ++k)
        if (k % 3) p.free(numbers[k]);  // before the sum is computed
    CHECK_THROWS_AS(p.neg(numbers[1]), runtime::InputError);
    p.submit();
    const uint64_t before = p.bytes();
    p.compact();
    CHECK(p.bytes() < before / 2);
    mpz_class expected = 0;
    for (const mpz_class& it : values) expected += it;
    CHECK(p.value(sum) == expected);
    for (int k = 0; k < 300; k += 3) CHECK(p.value(numbers[k]) == values[k]);
    const Number fresh = p.number(17);  // in the place of a freed one
    CHECK(p.value(fresh) == 17);
    CHECK_THROWS_AS(p.value(numbers[1]), runtime::InputError);
    CHECK_THROWS_AS(p.free(numbers[1]), runtime::InputError);
}

TEST_CASE("slots of freed numbers are used again, neighbours for results of one computation") {
    Pool p(std::make_unique<pool::Host>());
    const Number ten = p.number(10);
    std::vector<pool::Quotient> kept;
    uint32_t highest = 0;
    for (int turn = 0; turn < 20; ++turn) {
        // of some the quotient is freed, of some the remainder, of most both
        for (int k = 0; k < 30; ++k) {
            const Number x = p.number(100 * turn + k);
            kept.push_back(p.div_floor(x, ten));
            highest = std::max({highest, x.slot, kept.back().quotient.slot, kept.back().remainder.slot});
            CHECK(kept.back().remainder.slot == kept.back().quotient.slot + 1);
            p.free(x);
        }
        p.submit();
        for (int k = 0; k < 30; ++k) {
            const auto [quotient, remainder] = kept[static_cast<size_t>(k)];
            CHECK(p.value(quotient) == 10 * turn + k / 10);
            CHECK(p.value(remainder) == k % 10);
        }
        for (int k = 0; k < 30; ++k) {
            const auto [quotient, remainder] = kept[static_cast<size_t>(k)];
            if (turn != 3 || k % 7 != 0) p.free(quotient);
            if (turn != 3 || k % 5 != 0) p.free(remainder);
        }
        kept.clear();
        p.compact();
    }
    CHECK(highest < 140);
}

TEST_CASE("wrong text and foreign handles are refused") {
    Pool p, other;
    for (const char* text : {"", "-", "12a", "0x", "0xg", "1.5", " 1", "--1", "1 2"})
        CHECK_THROWS_AS(p.number(text), runtime::InputError);
    CHECK(p.value(p.number("-0x00ffFFffffffffffffff")) == -((mpz_class(1) << 72) - 1));
    CHECK(p.value(p.number("+000123")) == 123);
    CHECK(p.value(p.number("-0")) == 0);
    CHECK(p.value(p.number(std::string(3000, '9'))) + 1 == mpz_class("1" + std::string(3000, '0')));
    CHECK(p.value(p.number(UINT64_MAX)) == (mpz_class(1) << 64) - 1);
    CHECK(p.value(p.number(INT64_MIN)) == -(mpz_class(1) << 63));
    const Number x = other.number(1);
    CHECK_THROWS_AS(p.neg(x), runtime::InputError);
    CHECK_THROWS_AS(p.neg(Number{}), runtime::InputError);
}

TEST_CASE("a million computations of short numbers") {
    Pool p(place::host);
    Draw draw;
    std::vector<mpz_class> values;
    for (int k = 0; k < 1000; ++k) values.push_back(draw.normal(100, 60));
    const std::vector<Number> numbers = p.numbers(values);
    std::vector<Number> results;
    for (size_t k = 0; k < 1'000'000; ++k) {
        const Number a = numbers[k % 1000], b = numbers[k / 1000];
        results.push_back(k % 2 ? p.add(a, b) : p.mul(a, b));
    }
    const std::vector<mpz_class> made = p.values(results);
    size_t wrong = 0;
    mpz_class expected;
    for (size_t k = 0; k < made.size(); ++k) {
        if (k % 2)
            expected = values[k % 1000] + values[k / 1000];
        else
            expected = values[k % 1000] * values[k / 1000];
        wrong += made[k] != expected;
    }
    CHECK(wrong == 0);
}

TEST_CASE("a chain of computations takes time in proportion to its length") {
    const auto seconds = [](int length) {
        const auto start = std::chrono::steady_clock::now();
        Pool p(std::make_unique<pool::Host>(1));
        const Number one = p.number(1);
        Number last = one;
        for (int k = 0; k < length; ++k) {
            last = p.add(last, one);
            if (p.pending() != static_cast<size_t>(k) + 1)
                return double(INFINITY);  // asked after each, as by `limbsmith pool`
        }
        p.submit();
        CHECK(p.pending() == 0);
        CHECK(p.value(last) == length + 1);
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    seconds(1'000);
    // sixteen times as long; with a square it was 256 times, and six seconds
    CHECK(seconds(48'000) < 80 * std::max(seconds(3'000), 0.01));
}

}  // namespace limbsmith::test
