// Sequences of the literature that defeat summation by floating point, in many orders and divided among many threads.
//
// Sources: the tests of Python's math.fsum (Lib/test/test_math.py), after Shewchuk, Adaptive precision floating-point arithmetic,
// 1997; Ogita, Rump, Oishi, Accurate sum and dot product, SIAM J. Sci. Comput. 26, 2005, algorithm 6.1; Anderson, A distillation
// algorithm for floating-point summation, SIAM J. Sci. Comput. 20, 1999; Zhu, Hayes, Algorithm 908: online exact summation of
// floating-point streams, ACM Trans. Math. Softw. 37, 2010, whose four kinds of data are drawn here.
#include <doctest/doctest.h>
#include <sched.h>

#include <algorithm>
#include <mutex>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "sum/oracle.hpp"

namespace limbsmith::test {
namespace {

using Numbers = std::vector<double>;

// Parts of the array, each by a thread of its own, merged as the threads end.
Accumulator by_threads(const Numbers& x, size_t count) {
    Accumulator all;
    std::mutex mutex;
    std::vector<std::thread> threads;
    for (size_t k = 0; k < count; ++k)
        threads.emplace_back([&, first = k * x.size() / count, last = (k + 1) * x.size() / count] {
            Accumulator part;
            for (size_t i = first; i < last; ++i) part.add(x[i]);
            const std::lock_guard lock(mutex);
            all.add(part);
        });
    for (std::thread& thread : threads) thread.join();
    return all;
}

// exact_sum while this thread, and those that it starts, may use one processor.
Accumulator on_one_core(const Numbers& x) {
    cpu_set_t before, one;
    REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
    CPU_ZERO(&one);
    for (int core = 0; CPU_COUNT(&one) == 0; ++core)
        if (CPU_ISSET(core, &before)) CPU_SET(core, &one);
    sched_setaffinity(0, sizeof one, &one);
    const Accumulator sum = sum::exact_sum(x);
    sched_setaffinity(0, sizeof before, &before);
    return sum;
}

// The exact sum has GMP's value, MPFR's roundings, and the same bytes in all orders and divisions.
double checked_sum(Numbers x) {
    const Accumulator sum = sum::exact_sum(x);
    const std::string bytes = sum.to_bytes();
    const mpq_class value = scaled(mpq_class(integer_sum(x)), -2148);
    CHECK(sum::exact_value(sum) == value);
    if (value != 0)
        for (const Rounding rounding : all_roundings) {
            CHECK(bits(sum.to_double(rounding)) == bits(by_mpfr(value, mpfr_double, rounding)));
            CHECK(bits(sum.to_float(rounding)) == bits(by_mpfr(value, mpfr_float, rounding)));
        }
    CHECK(on_one_core(x).to_bytes() == bytes);
    for (const size_t threads : {1, 2, 7, 50}) CHECK(by_threads(x, threads).to_bytes() == bytes);
    std::ranges::sort(x, {}, [](double term) { return std::abs(term); });
    CHECK(sum::exact_sum(x).to_bytes() == bytes);
    std::ranges::reverse(x);
    CHECK(sum::exact_sum(x).to_bytes() == bytes);
    std::mt19937_64 random(test_seed() + 30);
    std::ranges::shuffle(x, random);
    CHECK(sum::exact_sum(x).to_bytes() == bytes);
    return sum.to_double();
}

double uniform(std::mt19937_64& random) { return std::ldexp(double(random() >> 11), -53); }

// A positive double with an exponent from −spread/2 to spread/2.
double positive(std::mt19937_64& random, int spread) {
    return std::ldexp(1 + uniform(random), int(random() % unsigned(spread + 1)) - spread / 2);
}

}  // namespace

TEST_CASE("the tests of math.fsum") {
    CHECK(checked_sum({0}) == 0);
    CHECK(checked_sum({1e100, 1, -1e100, 1e-100, 1e50, -1, -1e50}) == 1e-100);
    CHECK(checked_sum({0x1p53, -0.5, -0x1p-54}) == 0x1p53 - 1);
    CHECK(checked_sum({0x1p53, 1, 0x1p-100}) == 0x1p53 + 2);
    CHECK(checked_sum({0x1p53 + 10, 1, 0x1p-100}) == 0x1p53 + 12);
    CHECK(checked_sum({0x1p53 - 4, 0.5, 0x1p-54}) == 0x1p53 - 3);
    CHECK(checked_sum({1e16, 1, 1e-16}) == 10000000000000002.0);
    CHECK(checked_sum({1e16 - 2, 1 - 0x1p-53, -(1e16 - 2), -(1 - 0x1p-53)}) == 0);
    Numbers harmonic, alternating;
    for (int n = 1; n <= 1000; ++n) {
        harmonic.push_back(1. / n);
        alternating.push_back((n % 2 == 0 ? 1. : -1.) / n);
    }
    CHECK(checked_sum(harmonic) == 0x1.df11f45f4e61ap+2);
    CHECK(checked_sum(alternating) == -0x1.62a2af1bd3624p-1);
    Numbers powers;
    for (int n = -1074; n < 972; n += 2)
        powers.push_back(std::ldexp(1, n) - std::ldexp(1, n + 50) + std::ldexp(1, n + 52));
    powers.push_back(-0x1p1022);
    CHECK(checked_sum(powers) == 0x1.5555555555555p+970);
}

TEST_CASE("four kinds of data by Zhu and Hayes, Anderson's among them") {
    std::mt19937_64 random(test_seed() + 31);
    for (const int spread : {10, 500, 1000, 2000}) {
        Numbers well(20'000), mixed(20'000), anderson(20'000), zero;
        for (double& x : well) x = positive(random, spread);
        for (double& x : mixed) x = random() % 2 == 0 ? positive(random, spread) : -positive(random, spread);
        checked_sum(well);
        checked_sum(mixed);
        for (double& x : anderson) x = positive(random, spread);
        const double mean = sum::mean(anderson);
        for (double& x : anderson) x -= mean;
        checked_sum(anderson);
        for (size_t i = 0; i < 10'000; ++i) {
            zero.push_back(positive(random, spread));
            zero.push_back(-zero.back());
        }
        CHECK(checked_sum(zero) == 0);
        zero.push_back(least);
        CHECK(checked_sum(zero) == least);
    }
}

// The first half has random exponents up to half of the condition number's; each term of the second cancels most of the dot
// product so far.
TEST_CASE("dot products of any condition by Ogita, Rump and Oishi") {
    std::mt19937_64 random(test_seed() + 32);
    constexpr size_t n = 200, half = n / 2;
    for (const int condition_bits : {20, 60, 120, 400}) {
        Numbers x, y;
        mpq_class dot;
        const auto drawn = [&](int exponent) { return std::ldexp(2 * uniform(random) - 1, exponent); };
        const auto append = [&](double a, double b) {
            x.push_back(a);
            y.push_back(b);
            dot += exact(a) * exact(b);
        };
        for (size_t i = 0; i < half; ++i) {
            const int exponent = i == 0          ? condition_bits / 2 + 1
                                 : i + 1 == half ? 0
                                                 : int(random() % unsigned(condition_bits / 2 + 1));
            const double a = drawn(exponent);
            append(a, drawn(exponent));
        }
        for (size_t i = 0; i < half; ++i) {
            const int exponent = int(size_t(condition_bits / 2) * (half - 1 - i) / (half - 1));
            const double a = drawn(exponent), rest = by_mpfr(dot, mpfr_double, Rounding::nearest);
            append(a, (drawn(exponent) - rest) / a);
        }
        std::vector<size_t> order(n);
        std::iota(order.begin(), order.end(), 0);
        for (int turn = 0; turn < 3; ++turn) {
            Numbers a, b;
            for (const size_t i : order) a.push_back(x[i]), b.push_back(y[i]);
            const Accumulator sum = sum::exact_dot(a, b);
            CHECK(sum::exact_value(sum) == dot);
            for (const Rounding rounding : all_roundings)
                CHECK(sum.to_double(rounding) == by_mpfr(dot, mpfr_double, rounding));
            std::ranges::shuffle(order, random);
        }
    }
}

TEST_CASE("the largest and the least numbers in turn") {
    for (const size_t count : {2, 3, 9'999, 50'000}) {
        Numbers turns(count), same(count, largest), small(count, least);
        for (size_t i = 0; i < count; ++i) turns[i] = i % 2 == 0 ? largest : -largest;
        CHECK(checked_sum(turns) == (count % 2 == 0 ? 0 : largest));
        CHECK(checked_sum(same) == infinite);
        same.insert(same.end(), count, -largest);  // beyond the range on the way
        same.push_back(least);
        CHECK(checked_sum(same) == least);
        CHECK(checked_sum(small) == double(count) * least);
        turns.insert(turns.end(), small.begin(), small.end());
        checked_sum(turns);
    }
    std::mt19937_64 random(test_seed() + 33);
    Numbers subnormal(30'000);
    for (double& x : subnormal) x = std::bit_cast<double>(random() & 0x800fffffffffffff);
    checked_sum(subnormal);
}

// 1 = 1/2 + 1/4 + … + 2^-m + 2^-m is half of a unit of 2^53.
TEST_CASE("sums of many terms at and beside half of a unit") {
    for (const int m : {1, 60, 1000, 1021}) {
        Numbers x{0x1p53};
        for (int k = 1; k <= m; ++k) x.push_back(std::ldexp(1, -k));
        x.push_back(std::ldexp(1, -m));
        CHECK(checked_sum(x) == 0x1p53);
        x[0] += 2;
        CHECK(checked_sum(x) == 0x1p53 + 4);
        x.push_back(-least);
        CHECK(checked_sum(x) == 0x1p53 + 2);
        x.back() = least;
        x[0] -= 2;
        CHECK(checked_sum(x) == 0x1p53 + 2);
        for (double& term : x) term = -term;
        CHECK(checked_sum(x) == -0x1p53 - 2);
    }
}

}  // namespace limbsmith::test
