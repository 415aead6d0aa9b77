// Batches of numbers over two lanes against GMP: on a GPU by ahead-of-time kernels, else on the host.
#include <doctest/doctest.h>
#include <gmpxx.h>

#include <algorithm>
#include <vector>

#include "lanes130.cuh"
#include "limbsmith/apply.hpp"
#include "runtime/batch_numbers.hpp"

namespace limbsmith::test {
namespace {

using Residue = lanes130::joined<lanes130::plain>;
using Exponent = lanes130::joined<lanes130::exponent>;

const mpz_class limit = mpz_class(1) << 130;
constexpr int exponent_bits = 192;  // of two lanes, three limbs each

mpz_class power(const mpz_class& a, const mpz_class& e, const mpz_class& n) {
    mpz_class r;
    mpz_powm(r.get_mpz_t(), a.get_mpz_t(), e.get_mpz_t(), n.get_mpz_t());
    return r;
}

// Odd moduli from 3: the ends of the range, limbs of ones and zeros, neighbours of powers of two; then others.
std::vector<mpz_class> moduli(size_t count) {
    std::vector<mpz_class> all{3,
                               limit - 1,
                               limit / 2 + 1,
                               (mpz_class(1) << 96) - 1,
                               (mpz_class(1) << 96) + 1,
                               (mpz_class(1) << 128) - (mpz_class(1) << 32) + 1,
                               limit - (mpz_class(1) << 64) - 1};
    for (mpz_class n : numbers(count, limit, 11)) all.push_back((n | 1) + (n < 2 ? 2 : 0));
    all.resize(count);
    return all;
}

struct Operands {
    std::vector<mpz_class> n, a, b, e;
    explicit Operands(size_t count)
        : n(moduli(count)),
          a(numbers(count, limit, 12)),
          b(numbers(count, limit, 13)),
          e(numbers(count, mpz_class(1) << exponent_bits, 14)) {
        for (size_t t = 0; t < count; ++t) {
            a[t] = t % 5 == 1 ? mpz_class(n[t] - 1) : t % 5 == 2 ? mpz_class(0) : mpz_class(a[t] % n[t]);
            b[t] = t % 7 == 1 ? mpz_class(n[t] - 1) : mpz_class(b[t] % n[t]);
            if (t % 6 == 3) e[t] = 0;
            if (t % 6 == 4) e[t] = (mpz_class(1) << exponent_bits) - 1;
        }
    }
};

template <class T>
batch<T> batch_of(const std::vector<mpz_class>& values) {
    batch<T> made(values.size());
    put(made, values);
    return made;
}

}  // namespace

TEST_CASE("powers and products over lanes, each modulo its own number") {
    // groups of lanes that fill no warp, or no block of threads
    for (size_t count : {0, 1, 2, 15, 16, 17, 31, 32, 33, 1000}) {
        CAPTURE(count);
        const Operands x(count);
        const auto n = batch_of<Residue>(x.n), a = batch_of<Residue>(x.a), b = batch_of<Residue>(x.b);
        const auto e = batch_of<Exponent>(x.e);
        batch<Residue> r(count);
        size_t wrong = 0;
        const auto compare = [&](auto expected) {
            const auto found = get(r);
            for (size_t t = 0; t < count; ++t) wrong += found[t] != expected(t);
        };
        apply(lanes130::ops::mul{}, r, a, b, n);
        compare([&](size_t t) { return mpz_class(x.a[t] * x.b[t] % x.n[t]); });
        for (bool is_secret : {false, true}) {
            if (is_secret)
                apply(lanes130::ops::pow_secret{}, r, a, e, n);
            else
                apply(lanes130::ops::pow{}, r, a, e, n);
            compare([&](size_t t) { return power(x.a[t], x.e[t], x.n[t]); });
        }
        apply(lanes130::ops::pow_e{}, r, a, n);
        compare([&](size_t t) { return power(x.a[t], 65537, x.n[t]); });
        batch<uint32_t> bits(count);
        apply(lanes130::ops::eq{}, bits, a, b, n);
        const auto equal = bits.read();
        for (size_t t = 0; t < count; ++t) wrong += equal[t] != uint32_t(x.a[t] == x.b[t]);
        CHECK(wrong == 0);
    }
}

TEST_CASE("over lanes one modulus serves all numbers") {
    const Operands x(100);
    const mpz_class n = limit - 5;
    const auto a = batch_of<Residue>(x.a), b = batch_of<Residue>(x.b), one = batch_of<Residue>({n});
    batch<Residue> r(100);
    apply(lanes130::ops::mul{}, r, a, b, one.read()[0]);
    const auto found = get(r);
    for (size_t t = 0; t < 100; ++t) CHECK(found[t] == x.a[t] * x.b[t] % n);
}

TEST_CASE("over lanes a number that is no modulus gives 0, and leaves its neighbours alone") {
    Operands x(64);
    for (size_t t = 0; t < 64; t += 5) x.n[t] = t % 3 == 0 ? 0 : t % 3 == 1 ? 1 : 10 + 2 * t;
    for (size_t t = 0; t < 64; ++t) x.a[t] = x.n[t] > 0 ? mpz_class(x.a[t] % x.n[t]) : mpz_class(0);
    const auto n = batch_of<Residue>(x.n), a = batch_of<Residue>(x.a);
    const auto e = batch_of<Exponent>(x.e);
    batch<Residue> r(64);
    apply(lanes130::ops::pow{}, r, a, e, n);
    const auto found = get(r);
    for (size_t t = 0; t < 64; ++t)
        CHECK(found[t] == (t % 5 == 0 ? mpz_class(0) : power(x.a[t], x.e[t], x.n[t])));
}

TEST_CASE("batches over lanes of different sizes are refused") {
    const auto a = batch_of<Residue>(std::vector<mpz_class>(3, 1)),
               n = batch_of<Residue>(std::vector<mpz_class>(2, 5));
    batch<Residue> r(3);
    CHECK_THROWS_WITH_AS(apply(lanes130::ops::pow_e{}, r, a, n),
                         "lanes130::pow_e: the batches have different sizes: result 3, operands 3, 2",
                         runtime::InputError);
}

}  // namespace limbsmith::test
