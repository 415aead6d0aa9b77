// Computations of a device, and their right results; for tests of the interpreted kernels and of those on a GPU.
#pragma once

#include <doctest/doctest.h>
#include <gmpxx.h>

#include <algorithm>
#include <vector>

#include "limbsmith/pool/pool.hpp"

namespace limbsmith::test {

using pool::Number, pool::Pool;

inline mpz_class floor_shift(const mpz_class& a, unsigned long count) {
    mpz_class r;
    mpz_fdiv_q_2exp(r.get_mpz_t(), a.get_mpz_t(), count);
    return r;
}

// Records the computations of the device itself for one pair, and the expected results.
inline void record(Pool& p, const mpz_class& a, const mpz_class& b, unsigned long count,
                   std::vector<Number>& results, std::vector<mpz_class>& expected) {
    const Number x = p.number(a), y = p.number(b), n = p.number(count);
    const auto expect = [&](Number result, const mpz_class& value) {
        results.push_back(result);
        expected.push_back(value);
    };
    expect(p.add(x, y), a + b), expect(p.sub(x, y), a - b), expect(p.mul(x, y), a * b),
        expect(p.sqr(x), a * a);
    expect(p.neg(x), -a), expect(p.abs(x), abs(a));
    expect(p.compare(x, y), (a > b) - (a < b)), expect(p.min(x, y), std::min(a, b)),
        expect(p.max(x, y), std::max(a, b));
    expect(p.select(x, y, x), a < 0 ? b : a);
    expect(p.shl(x, n), a << count), expect(p.shr(x, n), floor_shift(a, count));
}

// Records quotients, with both roundings, and an exact one.
inline void record_divisions(Pool& p, const mpz_class& a, const mpz_class& b, std::vector<Number>& results,
                             std::vector<mpz_class>& expected) {
    const Number x = p.number(a), y = p.number(b), product = p.number(a * b);
    const auto [floor, modulus] = p.div_floor(x, y);
    const auto [quotient, remainder] = p.div_truncate(x, y);
    mpz_class q, r;
    mpz_fdiv_qr(q.get_mpz_t(), r.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
    for (const Number it : {floor, modulus, quotient, remainder, p.div_exact(product, y)})
        results.push_back(it);
    for (const mpz_class& it : {q, r, mpz_class(a / b), mpz_class(a % b), a}) expected.push_back(it);
}

inline void record_common(Pool& p, const mpz_class& a, const mpz_class& b, std::vector<Number>& results,
                          std::vector<mpz_class>& expected) {
    const Number x = p.number(a), y = p.number(b);
    for (const Number it : {p.gcd(x, y), p.lcm(x, y)}) results.push_back(it);
    for (const mpz_class& it : {mpz_class(gcd(a, b)), mpz_class(lcm(a, b))}) expected.push_back(it);
}

// |a|^exponent modulo an odd number, which the kernel computes, and a^exponent modulo the next one, which it does not.
inline void record_powers(Pool& p, const mpz_class& a, const mpz_class& b, const mpz_class& exponent,
                          std::vector<Number>& results, std::vector<mpz_class>& expected) {
    const mpz_class base = abs(a), modulus = abs(b) | 1;
    mpz_class of_odd, of_any;
    mpz_powm(of_odd.get_mpz_t(), base.get_mpz_t(), exponent.get_mpz_t(), modulus.get_mpz_t());
    const mpz_class even = modulus + 1;
    mpz_powm(of_any.get_mpz_t(), a.get_mpz_t(), exponent.get_mpz_t(), even.get_mpz_t());
    const Number e = p.number(exponent);
    results.push_back(p.pow_mod(p.number(base), e, p.number(modulus)));
    results.push_back(p.pow_mod(p.number(a), e, p.number(even)));
    expected.push_back(of_odd), expected.push_back(of_any);
}

inline void check(Pool& p, const std::vector<Number>& results, const std::vector<mpz_class>& expected) {
    const std::vector<mpz_class> values = p.values(results);
    for (size_t k = 0; k < values.size(); ++k) {
        CAPTURE(k);
        CHECK(values[k] == expected[k]);
    }
}

// Ends of units, long runs of carries, and both signs.
inline std::vector<mpz_class> unit_edges() {
    std::vector<mpz_class> all{0};
    for (const unsigned bits : {1u, 32u, 255u, 256u, 257u, 512u, 2048u, 2500u}) {
        const mpz_class power = mpz_class(1) << bits;
        for (const mpz_class& it : {power, mpz_class(power - 1)}) all.push_back(it), all.push_back(-it);
    }
    return all;
}

}  // namespace limbsmith::test
