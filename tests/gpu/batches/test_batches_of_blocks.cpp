// Batches of numbers in blocks of threads against GMP: on a GPU by kernels, else on the host.
#include <doctest/doctest.h>
#include <gmpxx.h>

#include <vector>

#include "block2000.cuh"
#include "expr2000.cuh"
#include "gpu/batches/kernels.hpp"
#include "limbsmith/apply.hpp"
#include "runtime/batch_numbers.hpp"

namespace limbsmith::test {
namespace {

using Number = block2000::joined<block2000::num>;

constexpr unsigned container_bits = (block2000::bits + 31) / 32 * 32;
const mpz_class below = mpz_class(1) << 2000, all_limbs = mpz_class(1) << container_bits;

// All ones, the highest bit, zero, one; then others.
std::vector<mpz_class> numbers_of_block(size_t count, unsigned seed) {
    std::vector<mpz_class> all{below - 1, below / 2, 0, 1, below - 1};
    for (const mpz_class& x : numbers(count, below, seed)) all.push_back(x);
    all.resize(count);
    return all;
}

}  // namespace

TEST_CASE("sums, products and expressions of numbers in blocks") {
    for (const size_t count : {0, 1, 2, 31, 33, 300}) {
        CAPTURE(count);
        const std::vector<mpz_class> x = numbers_of_block(count, 21), y = numbers_of_block(count, 22);
        batch<Number> a(count), b(count), r(count);
        put(a, x);
        put(b, y);
        size_t wrong = 0;
        const auto compare = [&](const auto& results, auto expected) {
            const auto found = get(results);
            for (size_t t = 0; t < count; ++t) wrong += found[t] != expected(x[t], y[t]);
        };
        apply(block2000::ops::add{}, r, a, b);
        compare(r, [](const mpz_class& u, const mpz_class& v) { return mpz_class(u + v); });
        apply(block2000::ops::mul_lo{}, r, a, b);
        compare(r, [](const mpz_class& u, const mpz_class& v) { return mpz_class(u * v % all_limbs); });
        fused(r, a, b);
        compare(r, [](const mpz_class& u, const mpz_class& v) {
            mpz_class value = ((u * u + v) * (v * v + v) - u * v) % all_limbs;
            if (value < 0) value += all_limbs;
            return value;
        });
        CHECK(wrong == 0);
    }
}

// One pair are inverses of each other: of 1, carries run far.
TEST_CASE("low products of numbers in one piece each, by tiles of 32") {
    for (const size_t count : {1, 31, 32, 33, 300}) {
        CAPTURE(count);
        std::vector<mpz_class> x = numbers_of_block(count, 25), y = numbers_of_block(count, 26);
        if (count > 3) {
            x[3] |= 1;
            mpz_invert(y[3].get_mpz_t(), x[3].get_mpz_t(), below.get_mpz_t());
        }
        batch<Number, number_major> a(count), b(count), r(count);
        put(a, x);
        put(b, y);
        apply(block2000::ops::mul_lo{}, r, a, b);
        apply(block2000::ops::mul_lo{}, a, a, b);
        const auto found = get(r), in_place = get(a);
        size_t wrong = 0;
        for (size_t t = 0; t < count; ++t) {
            const mpz_class product = x[t] * y[t] % all_limbs;
            wrong += found[t] != product;
            wrong += in_place[t] != product;
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("an expression of numbers in one piece each, by tiles of 32") {
    using Whole = expr2000::joined<expr2000::num>;
    for (const size_t count : {1, 32, 100}) {
        CAPTURE(count);
        const std::vector<mpz_class> x = numbers_of_block(count, 27), y = numbers_of_block(count, 28);
        batch<Whole, number_major> a(count), b(count), r(count);
        put(a, x);
        put(b, y);
        apply(expr2000::ops::expr{}, r, a, b);
        apply(expr2000::ops::expr{}, b, a, b);
        const auto found = get(r), in_place = get(b);
        size_t wrong = 0;
        for (size_t t = 0; t < count; ++t) {
            mpz_class value = (x[t] * x[t] + y[t]) * (y[t] * y[t] + y[t]) - x[t] * y[t];
            mpz_fdiv_r_2exp(value.get_mpz_t(), value.get_mpz_t(), container_bits);
            wrong += found[t] != value;
            wrong += in_place[t] != value;
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("an expression of numbers of one thread") {
    const std::vector<mpz_class> x = numbers(100, mpz_class(1) << 131, 23),
                                 y = numbers(100, mpz_class(1) << 131, 24);
    batch<u131::num> a(100), b(100), r(100);
    put(a, x);
    put(b, y);
    fused(r, a, b);
    const auto found = get(r);
    size_t wrong = 0;
    for (size_t t = 0; t < 100; ++t) wrong += found[t] != (x[t] * y[t] + x[t] + y[t]) % (mpz_class(1) << 160);
    CHECK(wrong == 0);
}

}  // namespace limbsmith::test
