// Operations that devices leave to the host, against GMP: on the host, and beside kernels that are interpreted.
#include <doctest/doctest.h>

#include "limbsmith/pool/rational.hpp"
#include "pool/draw.hpp"
#include "pool/interpreted.hpp"

namespace limbsmith::test {
namespace {

using pool::Number, pool::Pool;

// floor(a^(1/degree))
mpz_class root_of(const mpz_class& a, unsigned long degree) {
    mpz_class r;
    if (mpz_root(r.get_mpz_t(), a.get_mpz_t(), degree) == 0 && a < 0) r -= 1;
    return r;
}

void check(Pool& p, const std::vector<mpz_class>& values) {
    std::vector<Number> results;
    std::vector<mpz_class> expected;
    const auto expect = [&](Number result, const mpz_class& value) {
        results.push_back(result);
        expected.push_back(value);
    };
    for (const mpz_class& a : values) {
        const Number x = p.number(a);
        expect(p.not_(x), ~a);
        expect(p.bit_length(x), a == 0 ? 0 : mpz_sizeinbase(a.get_mpz_t(), 2));
        expect(p.is_prime(x), a > 0 && mpz_probab_prime_p(a.get_mpz_t(), 30) != 0);
        if (a >= 0) expect(p.isqrt(x), sqrt(a));
        expect(p.root(x, p.number(5)), root_of(a, 5));
        for (const mpz_class& b : values) {
            const Number y = p.number(b);
            expect(p.and_(x, y), a & b);
            expect(p.or_(x, y), a | b);
            expect(p.xor_(x, y), a ^ b);
            if (b > 0 && b % 2 == 1) expect(p.jacobi(x, y), mpz_jacobi(a.get_mpz_t(), b.get_mpz_t()));
        }
    }
    const std::vector<mpz_class> made = p.values(results);
    for (size_t k = 0; k < made.size(); ++k) {
        CAPTURE(k);
        CHECK(made[k] == expected[k]);
    }
}

}  // namespace

TEST_CASE("bitwise operations, roots, symbols and primes agree with GMP") {
    Pool p(place::host);
    Draw draw;
    std::vector<mpz_class> values = edges();
    for (int k = 0; k < 10; ++k) values.push_back(draw.normal(300, 200));
    check(p, values);
}

TEST_CASE("a device leaves them to the host, between its own operations") {
    Interpreted it;
    Draw draw;
    std::vector<mpz_class> values = {0, 1, -1, 255, -256, (mpz_class(1) << 521) - 1};
    for (int k = 0; k < 3; ++k) values.push_back(draw.normal(300, 200));
    check(it.pool, values);
    Pool& p = it.pool;
    const Number n = p.number(20), sum = p.add(p.factorial(n), p.and_(p.sqr(n), p.number(24)));
    CHECK(p.value(sum) == 2432902008176640000 + (400 & 24));
    const Number lost = p.div_floor(n, p.number(0)).quotient;
    CHECK(p.failure(p.factorial(lost)) == pool::Failure::division_by_zero);
    CHECK(p.failure(p.xor_(n, lost)) == pool::Failure::division_by_zero);
    CHECK(p.failure(p.isqrt(p.number(-4))) == pool::Failure::negative);
}

TEST_CASE("factorials up to the longest number, and roots and symbols that are none") {
    Pool p(place::host);
    mpz_class factorial;
    for (const unsigned long n : {0ul, 1ul, 2ul, 3ul, 64ul, 1000ul}) {
        mpz_fac_ui(factorial.get_mpz_t(), n);
        CHECK(p.value(p.factorial(p.number(n))) == factorial);
    }
    for (const char* n : {"44787928", "1000000000", "100000000000000000000000000"})
        CHECK(p.failure(p.factorial(p.number(n))) == pool::Failure::too_long);
    CHECK(p.failure(p.factorial(p.number(-1))) == pool::Failure::negative);
    CHECK(p.failure(p.root(p.number(-4), p.number(2))) == pool::Failure::negative);
    CHECK(p.failure(p.root(p.number(4), p.number(0))) == pool::Failure::no_degree);
    CHECK(p.failure(p.root(p.number(4), p.number(-3))) == pool::Failure::no_degree);
    CHECK(p.failure(p.jacobi(p.number(4), p.number(6))) == pool::Failure::not_odd);
    CHECK(p.failure(p.jacobi(p.number(4), p.number(-5))) == pool::Failure::not_odd);
    CHECK(p.failure(p.jacobi(p.number(4), p.number(0))) == pool::Failure::not_odd);
}

TEST_CASE("rationals are rounded up, and to the nearest integer or the even one of two") {
    Pool p(place::host);
    for (int n = -20; n <= 20; ++n) {
        for (int d = 1; d <= 6; ++d) {
            const pool::Rational x = fraction({p, 100}, p.number(n), p.number(d));
            mpz_class up, down;
            mpz_cdiv_q_ui(up.get_mpz_t(), mpz_class(n).get_mpz_t(), static_cast<unsigned long>(d));
            mpz_fdiv_q_ui(down.get_mpz_t(), mpz_class(n).get_mpz_t(), static_cast<unsigned long>(d));
            CHECK(p.value(ceil(p, x)) == up);
            const mpz_class twice = 2 * (n - down * d);
            const bool is_up = twice > d || (twice == d && down % 2 != 0);
            CHECK(p.value(round(p, x)) == (is_up ? mpz_class(down + 1) : down));
        }
    }
}

}  // namespace limbsmith::test
