// Divsteps and the inverse that they make: every program against its definition at the ends of its ranges,
// and the loop around them against GMP.
#include <doctest/doctest.h>

#include "algorithm/divsteps.hpp"
#include "algorithm/inverse.hpp"
#include "eval/contract_value.hpp"
#include "eval/samples.hpp"
#include "pass/pass.hpp"
#include "support/run_program.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using Values = std::vector<mpz_class>;

mpz_class power_of_2(unsigned k) { return mpz_class(1) << k; }

ProgramRun through_pipeline(ir::Program program) { return ProgramRun(pass::run_pipeline(std::move(program))); }

// (delta, f, g) and the matrix over 2^i, by the definition; delta in halves.
struct Divsteps {
    long twice_delta;
    mpz_class f, g;
    mpz_class u = 1, v = 0, q = 0, r = 1;

    void step() {
        const bool odd = mpz_odd_p(g.get_mpz_t());
        if (odd && twice_delta > 0) {
            twice_delta = 2 - twice_delta;
            std::swap(f, g);
            g = (g * -1 + f) / 2;
            std::swap(u, q);
            std::swap(v, r);
            q = u - q;
            r = v - r;
        } else {
            twice_delta += 2;
            g = (odd ? mpz_class(g + f) : g) / 2;
            if (odd) q += u, r += v;
        }
        u *= 2;
        v *= 2;
    }
    void steps(int count) {
        for (int i = 0; i < count; ++i) step();
    }
};

mpz_class low_digit(const mpz_class& x) {  // as it stands in its word
    mpz_class digit;
    mpz_fdiv_r_2exp(digit.get_mpz_t(), x.get_mpz_t(), digit_bits);
    return digit << 2;
}

void check_matrix(ProgramRun& matrix, long twice_delta, const mpz_class& f, const mpz_class& g) {
    Divsteps wanted{twice_delta, f, g};
    wanted.steps(30);
    const Values got = matrix({mpz_class(-twice_delta), low_digit(f), low_digit(g)});
    CAPTURE(twice_delta);
    CAPTURE(f.get_str());
    CAPTURE(g.get_str());
    REQUIRE(got == Values{wanted.u, wanted.v, wanted.q, wanted.r, mpz_class(-wanted.twice_delta)});
    REQUIRE(wanted.u * f + wanted.v * g == wanted.f << 30);
    REQUIRE(wanted.q * f + wanted.r * g == wanted.g << 30);
    eval::ContractEvaluator contract(matrix.program());
    Values all{mpz_class(-twice_delta), low_digit(f), low_digit(g)};
    all.insert(all.end(), got.begin(), got.end());
    REQUIRE(contract.claimed(all) == contract.expected(all));
    REQUIRE(contract.broken_promise(all) == nullptr);
}

}  // namespace

TEST_CASE("the matrix of 30 divsteps is that of the definition") {
    ProgramRun matrix = through_pipeline(algorithm::divsteps_matrix());
    eval::Samples samples(test_seed());
    const mpz_class one = 1;
    for (long twice_delta : {1L, -1L, 3L, -3L, 59L, 61L, -59L, -61L, 4721L, -4721L, (1L << 30) - 1, 1 - (1L << 30)}) {
        // g = 0 leaves (2^30 0; 0 1); 2^k tries each place for the only odd g; ±f makes the largest entries
        check_matrix(matrix, twice_delta, 1, 0);
        for (unsigned k = 0; k <= 30; ++k) {
            check_matrix(matrix, twice_delta, 1, power_of_2(k));
            check_matrix(matrix, twice_delta, -1, -power_of_2(k));
            check_matrix(matrix, twice_delta, power_of_2(30) - 1, power_of_2(k));
            check_matrix(matrix, twice_delta, 2 * samples.uniform(power_of_2(40)) + 1, power_of_2(30) - power_of_2(k));
        }
        for (const mpz_class& f : Values{1, -1, 3, power_of_2(29) + 1}) {
            check_matrix(matrix, twice_delta, f, f);
            check_matrix(matrix, twice_delta, f, -f);
            check_matrix(matrix, twice_delta, f, 3 * f);
        }
        for (int k = 0; k < 300; ++k) {
            const mpz_class f = 2 * samples.uniform(power_of_2(40)) + 1 - power_of_2(40);
            check_matrix(matrix, twice_delta, f, samples.uniform(power_of_2(41)) - power_of_2(40));
        }
    }
}

TEST_CASE("inverse quick") {
    for (const char* text : {"3","5","7","15","101","2147483647","4294967295","115792089237316195423570985008687907853269984665640564039457584007908834671663","115792089237316195423570985008687907853269984665640564039457584007913129639935"}) {
        const Modulus modulus{mpz_class(text)};
        const algorithm::Inverse inverse(modulus);
        ProgramRun matrix = through_pipeline(algorithm::divsteps_matrix()), row = through_pipeline(algorithm::divsteps_row(inverse.digits())),
          mod = through_pipeline(inverse.row_mod()), start = through_pipeline(inverse.to_digits()), finish = through_pipeline(inverse.finish());
        eval::Samples samples(1);
        for (int k = 0; k < 60; ++k) {
            const mpz_class a = k < 3 ? mpz_class(k) : k<30 ? samples.edge(modulus.n()) : samples.uniform(modulus.n());
            mpz_class f = modulus.n(), g = start({a})[0], d = 0, e = inverse.start(1), eta = -1;
            for (int i = 0; i < inverse.batches(); ++i) {
                mpz_class low_f = low_digit(f), low_g = low_digit(g);
                const Values m = matrix({eta, low_f, low_g});
                const mpz_class u = m[0], v = m[1], q = m[2], r = m[3];
                eta = m[4];
                const mpz_class f1 = row({f, g, u, v})[0];
                g = row({f, g, q, r})[0];
                f = f1;
                const mpz_class d1 = mod({d, e, u, v})[0];
                e = mod({d, e, q, r})[0];
                d = d1;
            }
            const Values got = finish({f, d});
            mpz_class want;
            const bool exists = mpz_invert(want.get_mpz_t(), a.get_mpz_t(), modulus.n().get_mpz_t()) != 0;
            CAPTURE(text);
            CAPTURE(a.get_str());
            CHECK(g == 0); CAPTURE(f.get_str()); CAPTURE(d.get_str()); CAPTURE(got[0].get_str()); CAPTURE(got[1].get_str());
            REQUIRE(got == Values{exists ? want : mpz_class(0), mpz_class(exists)});
        }
    }
}

}  // namespace limbsmith::test
