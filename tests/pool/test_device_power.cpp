// Powers modulo numbers of the engine on a device, the kernel interpreted, against GMP.
#include <doctest/doctest.h>

#include "pool/draw.hpp"
#include "pool/interpreted.hpp"

namespace limbsmith::test {
namespace {

using pool::Number;

struct Case {
    mpz_class base, exponent, modulus;
};

mpz_class power(const Case& of) {
    mpz_class r;
    mpz_powm(r.get_mpz_t(), of.base.get_mpz_t(), of.exponent.get_mpz_t(), of.modulus.get_mpz_t());
    return r;
}

// On the device in all, of which it computes so many with the kernel.
void check(const std::vector<Case>& cases, uint32_t lanes = 1) {
    Interpreted it(Mapping{lanes}, Interpreted::Order::downwards);
    std::vector<Number> results;
    for (const Case& one : cases)
        results.push_back(it.pool.pow_mod(it.pool.number(one.base), it.pool.number(one.exponent),
                                          it.pool.number(one.modulus)));
    const std::vector<mpz_class> values = it.pool.values(results);
    for (size_t k = 0; k < cases.size(); ++k) {
        CAPTURE(cases[k].base);
        CAPTURE(cases[k].exponent);
        CAPTURE(cases[k].modulus);
        CHECK(values[k] == power(cases[k]));
    }
    CHECK(it.machine->launches().at("pool_power_" + std::to_string(lanes)) > 0);
}

}  // namespace

TEST_CASE("the device's powers agree with GMP for moduli and bases with extreme words") {
    std::vector<Case> cases;
    for (const unsigned bits : {2u, 31u, 32u, 33u, 255u, 256u, 257u, 512u, 700u}) {
        const mpz_class end = mpz_class(1) << bits;
        for (const mpz_class& modulus :
             {mpz_class(end - 1), mpz_class(end / 2 + 1), mpz_class(end - (1u << 30) * 2 + 1)}) {
            if (modulus < 3 || modulus % 2 == 0) continue;
            const mpz_class whole = (mpz_class(1) << (256 * ((bits + 255) / 256))) - 1;
            for (const mpz_class& base : {mpz_class(0), mpz_class(1), mpz_class(modulus - 1), whole})
                for (const mpz_class& exponent : {mpz_class(0), mpz_class(1), mpz_class(2), mpz_class(17)})
                    cases.push_back({base, exponent, modulus});
        }
    }
    check(cases);
}

TEST_CASE("the device's powers agree with GMP for long exponents and different lengths") {
    Draw draw;
    std::vector<Case> cases;
    for (const unsigned bits : {20u, 250u, 256u, 300u, 770u})
        for (const unsigned length : {3u, 4u, 5u, 64u, 100u})
            cases.push_back({draw.integer(bits - 1) * draw.integer(bits - 1) % (mpz_class(1) << bits),
                             (mpz_class(1) << length) - 1 - draw.below(7), draw.integer(bits) | 1});
    for (Case& one : cases) one.base = abs(one.base), one.modulus = abs(one.modulus);
    check(cases);
}

TEST_CASE("the device's powers over lanes agree with GMP for extreme words and different lengths") {
    Draw draw;
    for (const uint32_t lanes : {4u, 8u, 16u, 32u}) {
        std::vector<Case> cases;
        const unsigned longest = lanes == 32 ? 31 : lanes - 1;
        for (const unsigned bits : {2u, 256u, 257u, 256 * longest - 1, 256 * longest}) {
            const mpz_class end = mpz_class(1) << bits;
            for (const mpz_class& modulus :
                 {mpz_class(end - 1), mpz_class(end / 2 + 1), mpz_class(abs(draw.integer(bits)) | 1)}) {
                if (modulus < 3 || modulus % 2 == 0) continue;
                cases.push_back({modulus - 1, 3, modulus});
                cases.push_back({abs(draw.integer(bits)) % modulus,
                                 1 + (mpz_class(1) << (lanes == 4 ? 70 : 5)), modulus});
            }
            if (bits > 2) cases.push_back({end - 1, 0, end - 1});
        }
        check(cases, lanes);
    }
}

TEST_CASE("powers that the kernel does not compute are those of the host, in one level with others") {
    const mpz_class m = (mpz_class(1) << 300) - 153;
    const std::vector<Case> others{{-5, 3, m}, {m << 400, 5, m}, {3, 100, m + 1}, {7, 9, 1}, {2, 5, 33}};
    check(others);
    Interpreted it(Mapping{1});
    const auto of = [&](const mpz_class& a, const mpz_class& e, const mpz_class& n) {
        return it.pool.pow_mod(it.pool.number(a), it.pool.number(e), it.pool.number(n));
    };
    CHECK(it.pool.value(of(3, -1, 7)) == 5);
    CHECK(it.pool.value(of(3, 2, -7)) == -5);
    CHECK(it.pool.failure(of(3, -1, 9)) == pool::Failure::no_inverse);
    CHECK(it.pool.failure(of(3, 1, 0)) == pool::Failure::division_by_zero);
}

}  // namespace limbsmith::test
