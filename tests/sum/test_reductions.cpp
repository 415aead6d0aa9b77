// Sums of arrays on all cores, and values made of them, against rational arithmetic.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "sum/oracle.hpp"

namespace limbsmith::test {
namespace {

std::vector<double> random_doubles(size_t count, unsigned seed) {
    std::mt19937_64 random(test_seed() + seed);
    std::vector<double> made(count);
    for (double& x : made) x = random_double(random);
    return made;
}

// The exponents are moderate, so that rationals stay short.
std::vector<double> moderate_doubles(size_t count, unsigned seed) {
    std::mt19937_64 random(test_seed() + seed);
    std::vector<double> made(count);
    for (double& x : made) x = std::ldexp(double(int64_t(random())), int(random() % 100) - 110);
    return made;
}

Accumulator by_one_core(const std::vector<double>& x) {
    Accumulator sum;
    for (const double term : x) sum.add(term);
    return sum;
}

void check_sizes(size_t count) {
    std::vector<double> x = random_doubles(count, 10);
    const Accumulator sum = sum::exact_sum(x);
    CHECK(sum.to_bytes() == by_one_core(x).to_bytes());
    CHECK(mpz_class(scaled(sum::exact_value(sum), 2148)) == integer_sum(x));
    std::mt19937_64 random(test_seed());
    std::shuffle(x.begin(), x.end(), random);
    CHECK(sum::exact_sum(x).to_bytes() == sum.to_bytes());
}

}  // namespace

TEST_CASE("sums of arrays have the same bits on all cores, in any order") {
    for (const size_t count : {0, 1, 2, 4095, 4096, 4097, 100'000}) check_sizes(count);
}
TEST_CASE("a million terms") { check_sizes(1'000'000); }

TEST_CASE("a hundred million terms") {
    // Σ ±2^k·j, whose value is known.
    constexpr size_t count = 100'000'000, period = 1000;
    std::vector<double> x(count);
    for (size_t i = 0; i < count; ++i)
        x[i] = std::ldexp(i / period % 2 == 0 ? 1 : -1.5, int(i % period) - 500);
    const mpz_class ones = (mpz_class(1) << period) - 1;
    const mpq_class value = scaled(mpq_class(ones) * mpz_class(count / period / 2) / -2, -500);
    CHECK(sum::exact_value(sum::exact_sum(x)) == value);
}

TEST_CASE("arrays of every type") {
    const std::vector<float> floats{1e30f, 1.0f, -1e30f, 1e-45f};
    CHECK(sum::exact_value(sum::exact_sum(floats)) == 1 + exact(floats[3]));
    const std::vector<sum::half> halves{{0x3c00}, {0x0001}, {0xbc00}};
    CHECK(sum::exact_sum(halves).to_double() == std::ldexp(1, -24));
    const std::vector<sum::bfloat16> brains{{0x3f80}, {0x4000}};
    CHECK(sum::exact_sum(brains).to_double() == 3);
    const std::vector<int32_t> small(3, std::numeric_limits<int32_t>::min());
    CHECK(sum::exact_value(sum::exact_sum(small)) == mpz_class(-3) << 31);
    const std::vector<int64_t> low(5, std::numeric_limits<int64_t>::min());
    CHECK(sum::exact_value(sum::exact_sum(low)) == -(mpz_class(5) << 63));
    const std::vector<uint64_t> most(5, std::numeric_limits<uint64_t>::max());
    CHECK(sum::exact_value(sum::exact_sum(most)) == 5 * ((mpz_class(1) << 64) - 1));
    CHECK(sum::exact_value(sum::exact_dot(low, low)) == mpz_class(5) << 126);
    CHECK(sum::exact_dot(halves, halves).to_double() == 2 + std::ldexp(1, -48));
    CHECK(sum::exact_dot(brains, brains).to_double() == 5);
    CHECK(sum::exact_value(sum::exact_dot(floats, floats)) ==
          2 * exact(floats[0]) * exact(floats[0]) + 1 + exact(floats[3]) * exact(floats[3]));
}

TEST_CASE("dot products are exact") {
    const std::vector<double> x = random_doubles(3000, 11), y = random_doubles(3000, 12);
    mpq_class value;
    for (size_t i = 0; i < x.size(); ++i) value += exact(x[i]) * exact(y[i]);
    const Accumulator dot = sum::exact_dot(x, y);
    CHECK(sum::exact_value(dot) == value);
    for (const Rounding rounding : all_roundings)
        CHECK(bits(dot.to_double(rounding)) == bits(by_mpfr(value, mpfr_double, rounding)));
    CHECK_THROWS_WITH_AS(sum::exact_dot(x, span<const double>(y.data(), 2999)),
                         "exact_dot: 3000 numbers and 2999", runtime::InputError);
}

// Seed example: the dot product is 8779 for all exponents, and loops in double and float lose it.
TEST_CASE("an ill-conditioned dot product, and the errors of loops that round") {
    // 10^23 is half-way between two doubles; the seed has the upper one
    const auto ten_to = [](int e) {
        return e == 23 ? std::nextafter(1e23, 1e24) : std::stod("1e" + std::to_string(e));
    };
    const auto error_of = [&]<class T>(T, int beta) {
        const std::vector<double> x{1e1, 1223, 1e0, 1e-1, 3, -1e-4};
        const std::vector<double> y{ten_to(beta), 2, -ten_to(beta + 1), ten_to(beta), 2111, ten_to(beta + 3)};
        T naive = 0;
        for (size_t i = 0; i < x.size(); ++i) naive += static_cast<T>(x[i]) * static_cast<T>(y[i]);
        return std::abs(double(naive) - 8779) / 8779 * 100;
    };
    for (int beta = 1; beta <= 6; ++beta) CHECK(error_of(1.0f, beta) < 0.02);
    for (int beta = 1; beta <= 15; ++beta) CHECK(error_of(1.0, beta) < 0.02);
    for (const auto& [beta, percent] : {std::pair(7, 0.0228), {8, 0.159}, {9, 4.50}, {10, 27.1}, {13, 100.}})
        CHECK(error_of(1.0f, beta) == doctest::Approx(percent).epsilon(0.01));
    for (const auto& [beta, percent] :
         {std::pair(16, 0.0228), {17, 0.171}, {18, 4.50}, {19, 28.6}, {20, 53.3}, {21, 100.}})
        CHECK(error_of(1.0, beta) == doctest::Approx(percent).epsilon(0.01));
}

TEST_CASE("norms, means and variances are rounded correctly") {
    for (const size_t count : {1, 2, 3, 1000}) {
        const std::vector<double> x = moderate_doubles(count, 13);
        mpq_class sum, squares;
        for (const double term : x) {
            sum += exact(term);
            squares += exact(term) * exact(term);
        }
        const mpq_class mean = sum / mpz_class(count);
        mpq_class spread;
        for (const double term : x) spread += (exact(term) - mean) * (exact(term) - mean);
        for (const Rounding rounding : all_roundings) {
            CHECK(bits(sum::mean(x, rounding)) == bits(by_mpfr(mean, mpfr_double, rounding)));
            CHECK(bits(sum::norm2(x, rounding)) == bits(sum::square_root(squares, rounding)));
            CHECK(sum::variance(x, 0, rounding) == by_mpfr(spread / mpz_class(count), mpfr_double, rounding));
            if (count > 1)
                CHECK(sum::variance(x, 1, rounding) ==
                      by_mpfr(spread / mpz_class(count - 1), mpfr_double, rounding));
        }
    }
    CHECK(sum::norm2(std::vector<double>{3 * std::ldexp(1, 1000), 4 * std::ldexp(1, 1000)}) ==
          5 * std::ldexp(1, 1000));
    CHECK(sum::norm2(std::vector<double>{3 * least, 4 * least}) == 5 * least);
    CHECK(sum::norm2(std::vector<double>{}) == 0);
    CHECK(sum::norm2(std::vector<double>{-infinite, 1}) == infinite);
    CHECK(std::isnan(sum::norm2(std::vector<double>{not_a_number})));
    CHECK(std::isnan(sum::mean(std::vector<double>{})));
    CHECK(sum::mean(std::vector<double>{largest, largest}) == largest);
    CHECK(bits(sum::mean(std::vector<double>{-0.0, -0.0})) == bits(-0.0));
    CHECK(sum::mean(std::vector<double>{1, -infinite}) == -infinite);
    CHECK(sum::variance(std::vector<double>{1e16, 1e16 + 2, 1e16 + 4}, 1) == 4);
    CHECK(std::isnan(sum::variance(std::vector<double>{1}, 1)));
    CHECK(std::isnan(sum::variance(std::vector<double>{1, infinite})));
    CHECK_THROWS_AS(sum::variance(std::vector<double>{1}, -1), runtime::InputError);
}

TEST_CASE("segments") {
    const std::vector<double> x = random_doubles(20'000, 14), y = random_doubles(20'000, 15);
    std::mt19937_64 random(test_seed());
    std::vector<int64_t> offsets{0, 0, 1, 5};
    while (offsets.back() < 19'000) offsets.push_back(offsets.back() + int64_t(random() % 40));
    const std::vector<double> sums = sum::segmented_sum(x, offsets, Rounding::up),
                              dots = sum::segmented_dot(x, y, offsets);
    REQUIRE(sums.size() == offsets.size() - 1);
    for (size_t k = 0; k < sums.size(); ++k) {
        Accumulator sum, dot;
        for (auto i = size_t(offsets[k]); i < size_t(offsets[k + 1]); ++i) {
            sum.add(x[i]);
            dot.add_product(x[i], y[i]);
        }
        CHECK(bits(sums[k]) == bits(sum.to_double(Rounding::up)));
        CHECK(bits(dots[k]) == bits(dot.to_double()));
    }
    CHECK(sum::segmented_sum(std::vector<float>{1, 2, 3}, std::vector<int64_t>{0, 2, 3}) ==
          std::vector<float>{3, 3});
    const auto refusal = [&](const std::vector<int64_t>& wrong) -> std::string {
        try {
            sum::segmented_sum(x, wrong);
        } catch (const runtime::InputError& error) {
            return error.what();
        }
        return "not refused";
    };
    CHECK(refusal({}) == "segments have one offset more than there are segments, not none");
    CHECK(refusal({0, 5, 4}) == "offset 2, 4, is less than the one before it, 5");
    CHECK(refusal({0, 20'001}) == "offset 1, 20001, is beyond the end of 20000 numbers");
    CHECK(refusal({-1, 3}) == "offset 0, -1, is negative");
    CHECK(refusal({7}) == "not refused");
}

TEST_CASE("sums by key") {
    const std::vector<double> x = random_doubles(10'000, 16);
    std::mt19937_64 random(test_seed());
    std::vector<int64_t> keys(x.size());
    std::vector<Accumulator> expected(100);
    for (size_t i = 0; i < keys.size(); ++i) {
        keys[i] = int64_t(random() % 99);  // none has the last key
        expected[size_t(keys[i])].add(x[i]);
    }
    const std::vector<double> sums = sum::sum_by_key(x, keys, 100);
    for (size_t k = 0; k < sums.size(); ++k) CHECK(bits(sums[k]) == bits(expected[k].to_double()));
    CHECK(sum::sum_by_key(std::vector<float>{1, 2, 4}, std::vector<int64_t>{1, 0, 1}, 2) ==
          std::vector<float>{2, 5});
    CHECK(sum::sum_by_key(std::vector<double>{}, std::vector<int64_t>{}, 0).empty());
    keys[77] = 100;
    CHECK_THROWS_AS(sum::sum_by_key(x, keys, std::numeric_limits<int64_t>::max()), runtime::OutOfMemory);
    CHECK_THROWS_WITH_AS(sum::sum_by_key(x, keys, 100), "key 77, 100, is not from 0 to 99",
                         runtime::InputError);
    keys[77] = -1;
    CHECK_THROWS_WITH_AS(sum::sum_by_key(x, keys, 100), "key 77, -1, is not from 0 to 99",
                         runtime::InputError);
    CHECK_THROWS_AS(sum::sum_by_key(x, std::vector<int64_t>(3), 100), runtime::InputError);
}

}  // namespace limbsmith::test
