// Accumulators against rational arithmetic: terms of every type and size, merging, zeros and infinities.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "sum/oracle.hpp"

namespace limbsmith::test {
namespace {

Accumulator sum_of(const std::vector<double>& terms) {
    Accumulator sum;
    for (const double x : terms) sum.add(x);
    return sum;
}

mpq_class exact_sum_of(const std::vector<double>& terms) {
    mpq_class sum;
    for (const double x : terms) sum += exact(x);
    return sum;
}

// The least and the largest, neighbours of powers of 2, and one of each chunk.
std::vector<double> structured() {
    std::vector<double> made{0.0, least, std::ldexp(1, -1022), largest, 1.0, 1.5};
    for (int e = -1074; e < 1024; e += 31)
        for (const double m : {1.0, std::nextafter(1, 2), std::nextafter(2, 1)})
            made.push_back(std::ldexp(m, e));
    const size_t count = made.size();
    for (size_t i = 0; i < count; ++i) made.push_back(-made[i]);
    return made;
}

}  // namespace

TEST_CASE("one double is itself") {
    for (const double x : structured()) {
        const Accumulator sum = sum_of({x});
        CHECK(sum::exact_value(sum) == exact(x));
        for (const Rounding rounding : all_roundings) CHECK(bits(sum.to_double(rounding)) == bits(x));
        CHECK(sum.sign() == (x > 0) - (x < 0));
    }
}

TEST_CASE("sums of doubles of all exponents are exact, in any order") {
    std::mt19937_64 random(test_seed());
    std::vector<double> terms = structured();
    for (int i = 0; i < 5000; ++i) terms.push_back(random_double(random));
    const mpq_class value = exact_sum_of(terms);
    const Accumulator sum = sum_of(terms);
    CHECK(sum::exact_value(sum) == value);
    for (const Rounding rounding : all_roundings)
        CHECK(bits(sum.to_double(rounding)) == bits(by_mpfr(value, mpfr_double, rounding)));
    for (int turn = 0; turn < 3; ++turn) {
        std::shuffle(terms.begin(), terms.end(), random);
        CHECK(sum_of(terms).to_bytes() == sum.to_bytes());
    }
}

TEST_CASE("carries move before a chunk overflows") {
    for (const double x : {largest, -largest, least, -std::nextafter(std::ldexp(1, 32), 0.0)}) {
        Accumulator sum;
        for (int i = 0; i < 100'000; ++i) sum.add(x);
        CHECK(sum::exact_value(sum) == 100'000 * exact(x));
        Accumulator products;
        for (int i = 0; i < 100'000; ++i) products.add_product(x, x);
        CHECK(sum::exact_value(products) == 100'000 * exact(x) * exact(x));
    }
    // the largest mantissa at each place in a chunk, more often than additions may wait
    constexpr int often = 5000;
    for (int shift = 0; shift < 32; ++shift)
        for (const double m : {0x1p53 - 1, 1 - 0x1p53}) {
            CAPTURE(shift);
            const double x = std::ldexp(m, shift), y = std::ldexp(m, 31 - shift);
            Accumulator sum, products, squares;
            for (int i = 0; i < often; ++i) sum.add(x), products.add_product(m, y), squares.add_product(x, x);
            CHECK(sum::exact_value(sum) == often * exact(x));
            CHECK(sum::exact_value(products) == often * exact(m) * exact(y));
            CHECK(sum::exact_value(squares) == often * exact(x) * exact(x));
        }
    for (const int64_t m : {std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()}) {
        Accumulator sum, products;
        for (int i = 0; i < often; ++i) sum.add(m), products.add_product(m, m);
        CHECK(sum::exact_value(sum) == often * mpz_class(static_cast<long>(m)));
        CHECK(sum::exact_value(products) == often * mpz_class(static_cast<long>(m)) * static_cast<long>(m));
    }
    Accumulator alternating;
    for (int i = 0; i < 100'000; ++i) alternating.add(i % 2 == 0 ? largest : -largest);
    CHECK(alternating.sign() == 0);
    CHECK(bits(alternating.to_double()) == bits(0.0));
}

TEST_CASE("products are exact, also where they underflow or overflow") {
    const std::vector<double> numbers = structured();
    Accumulator sum;
    mpq_class value;
    for (size_t i = 0; i < numbers.size(); i += 3) {
        for (size_t j = i % 5; j < numbers.size(); j += 7) {
            sum.add_product(numbers[i], numbers[j]);
            value += exact(numbers[i]) * exact(numbers[j]);
            Accumulator product;
            product.add_product(numbers[i], numbers[j]);
            CHECK(sum::exact_value(product) == exact(numbers[i]) * exact(numbers[j]));
        }
    }
    CHECK(sum::exact_value(sum) == value);
}

TEST_CASE("integers, floats and halves") {
    Accumulator sum;
    sum.add(std::numeric_limits<int64_t>::min());
    sum.add(std::numeric_limits<uint64_t>::max());
    sum.add(int32_t(-7));
    sum.add(uint8_t(3));
    CHECK(sum::exact_value(sum) == (mpz_class(1) << 63) - 5);
    sum.subtract(std::numeric_limits<uint64_t>::max());
    sum.subtract(std::numeric_limits<int64_t>::min());
    CHECK(sum::exact_value(sum) == -4);
    sum.add(0.5f);
    sum.subtract(0.25f);
    sum.add(sum::half{0x3c01});       // 1 + 2^-10
    sum.add(sum::bfloat16{0xbf80});   // -1
    sum.subtract(sum::half{0x0001});  // 2^-24
    CHECK(sum::exact_value(sum) == -4 + mpq_class(1, 4) + scaled(1, -10) - scaled(1, -24));
    Accumulator product;
    const int64_t low = std::numeric_limits<int64_t>::min();
    product.add_product(low, low);
    product.add_product(low, int64_t(3));
    CHECK(sum::exact_value(product) == (mpz_class(1) << 126) - (mpz_class(3) << 63));
    for (int bits = 0; bits < 0x7c00; ++bits) {
        const double x = sum::to_double(sum::half{uint16_t(bits)});
        CHECK(x == (bits < 0x400 ? std::ldexp(bits, -24) : std::ldexp(1024 + bits % 1024, bits / 1024 - 25)));
    }
}

TEST_CASE("accumulators are merged, subtracted and negated") {
    std::mt19937_64 random(test_seed() + 1);
    std::vector<double> terms;
    for (int i = 0; i < 3000; ++i) terms.push_back(random_double(random));
    const Accumulator all = sum_of(terms);
    Accumulator a = sum_of({terms.begin(), terms.begin() + 1000}),
                b = sum_of({terms.begin() + 1000, terms.end()});
    Accumulator ab = a, ba = b;
    ab.add(b);
    ba.add(a);
    CHECK(ab.to_bytes() == all.to_bytes());
    CHECK(ba.to_bytes() == all.to_bytes());
    ab.subtract(b);
    CHECK(ab == a);
    CHECK(sum::exact_value(ab) == exact_sum_of({terms.begin(), terms.begin() + 1000}));
    a.negate();
    CHECK(sum::exact_value(a) == -exact_sum_of({terms.begin(), terms.begin() + 1000}));
    a.add(ab);
    CHECK(a.sign() == 0);
}

TEST_CASE("chunks are added as they come") {
    const int64_t most = std::numeric_limits<int64_t>::max(), low = std::numeric_limits<int64_t>::min();
    const std::vector<int64_t> chunks{low, most, -1, 0, low, low, most};
    Accumulator sum;
    sum.add(-3.0);
    mpq_class value = -3;
    for (const int first : {0, 64, 120}) {
        sum.add_chunks(chunks, first);
        for (size_t k = 0; k < chunks.size(); ++k)
            value += scaled(mpq_class(chunks[k]), 32 * (first + int(k)) - 2148);
        CHECK(sum::exact_value(sum) == value);
    }
    const sum::Chunks carried = sum.chunks();
    Accumulator copy;
    copy.add_chunks(carried, 0);
    CHECK(copy == sum);
    CHECK_THROWS_WITH_AS(sum.add_chunks(chunks, 130), doctest::Contains("chunks 130 to 136"),
                         runtime::InputError);
    CHECK_THROWS_AS(sum.add_chunks(chunks, -1), runtime::InputError);
    CHECK_NOTHROW(sum.add_chunks({}, 136));
    CHECK(sum::exact_value(sum) == value);
}

TEST_CASE("a sum that leaves the range is refused, and the accumulator stays") {
    for (const double x : {largest, -largest}) {
        Accumulator sum;
        sum.add_product(largest, x);
        mpq_class value = exact(largest) * exact(x);
        int doublings = 0;
        for (;; ++doublings) {
            try {
                sum.add(Accumulator(sum));
            } catch (const runtime::Error& error) {
                CHECK(std::string(error.what()) == "the sum leaves the range of accumulators, ±2^2234");
                break;
            }
            value *= 2;
        }
        CHECK(doublings == 186);  // the product is just below 2^2048
        CHECK(sum::exact_value(sum) == value);
        sum.subtract(Accumulator(sum));
        CHECK(sum.sign() == 0);
    }
}

TEST_CASE("zeros have the signs of IEEE 754") {
    const auto rounded = [](const std::vector<double>& terms, Rounding rounding) {
        return bits(sum_of(terms).to_double(rounding));
    };
    for (const Rounding rounding : all_roundings) {
        const double cancelled = rounding == Rounding::down ? -0.0 : 0.0;
        CHECK(rounded({}, rounding) == bits(0.0));
        CHECK(rounded({0.0, 0.0}, rounding) == bits(0.0));
        CHECK(rounded({-0.0}, rounding) == bits(-0.0));
        CHECK(rounded({-0.0, -0.0}, rounding) == bits(-0.0));
        CHECK(rounded({0.0, -0.0}, rounding) == bits(cancelled));
        CHECK(rounded({1.0, -1.0}, rounding) == bits(cancelled));
        CHECK(rounded({least, -0.0, -least}, rounding) == bits(cancelled));
    }
    Accumulator product;
    product.add_product(-3.0, 0.0);
    CHECK(bits(product.to_double()) == bits(-0.0));
    Accumulator sum = sum_of({-0.0}), none;
    none.subtract(sum);
    CHECK(bits(none.to_double()) == bits(0.0));
    none.subtract(0);
    CHECK(bits(none.to_double(Rounding::down)) == bits(-0.0));
}

TEST_CASE("infinities and NaN are those of IEEE 754") {
    CHECK(sum_of({1, infinite, 2}).to_double() == infinite);
    CHECK(sum_of({-infinite, 1, -infinite}).to_float() == -infinite);
    CHECK(std::isnan(sum_of({infinite, -infinite}).to_double()));
    CHECK(std::isnan(sum_of({1, not_a_number}).to_double()));
    Accumulator product;
    product.add_product(infinite, -2.0);
    CHECK(product.to_double() == -infinite);
    product.add_product(largest, largest);  // is finite
    CHECK(product.is_infinite());
    product.add_product(infinite, 0.0);
    CHECK(product.is_nan());
    Accumulator difference = sum_of({infinite});
    difference.subtract(sum_of({-infinite}));
    CHECK(difference.to_double() == infinite);
    difference.subtract(infinite);
    CHECK(difference.is_nan());
    CHECK(sum_of({infinite, infinite, -infinite, not_a_number}).special().positive_infinities == 2);
    CHECK_THROWS_AS(sum::exact_value(difference), runtime::InputError);
}

TEST_CASE("no infinity is lost, however often sums are merged") {
    for (const double x : {infinite, -infinite, not_a_number}) {
        Accumulator sum;
        sum.add(x);
        for (int i = 0; i < 70; ++i) sum.add(Accumulator(sum));
        sum.add(x);
        CHECK(bits(sum.to_double()) == bits(x));
        CHECK(Accumulator::from_bytes(sum.to_bytes()).to_bytes() == sum.to_bytes());
    }
}

TEST_CASE("integers of any type are factors") {
    Accumulator sum;
    sum.add_product(3, -5);
    sum.add_product(int16_t{7}, uint32_t{0xffffffff});
    CHECK(sum::exact_value(sum) == mpz_class(7) * 0xffffffff - 15);
}

TEST_CASE("sums are compared by value") {
    const std::vector<double> ascending{-infinite, -largest, -1, -least, 0.0, least, 1, std::nextafter(1, 2),
                                        infinite};
    for (size_t i = 0; i < ascending.size(); ++i) {
        for (size_t j = 0; j < ascending.size(); ++j) {
            const Accumulator a = sum_of({ascending[i]}), b = sum_of({ascending[j]});
            CHECK((a < b) == (i < j));
            CHECK((a == b) == (i == j));
            CHECK((a >= b) == (i >= j));
        }
        const Accumulator a = sum_of({ascending[i]}), b = sum_of({not_a_number});
        for (const bool is : {a < b, a == b, a >= b, b <= b}) CHECK(!is);
        CHECK(a != b);
    }
    CHECK(sum_of({0.1, 0.2, -0.1}) == sum_of({0.2}));
    CHECK(sum_of({-0.0}) == sum_of({}));
}

}  // namespace limbsmith::test
