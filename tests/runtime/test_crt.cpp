// Numbers from two remainders, modulo two numbers of their own each: on the host, against GMP.
#include <doctest/doctest.h>
#include <gmpxx.h>

#include <algorithm>
#include <vector>

#include "limbsmith/crt.hpp"
#include "limbsmith/gmp.hpp"
#include "u109.cuh"
#include "u131.cuh"
#include "u239.cuh"

namespace limbsmith::test {
namespace {

using steps = crt_steps<u131::ops::mod_sub, u131::ops::mul_mod, u239::ops::mul_lo, u239::ops::add>;

struct Remainders {
    std::vector<mpz_class> r, a, p, b, q, q_inverse;
};

mpz_class power_of_two(unsigned bits) { return mpz_class(1) << bits; }

// Moduli p below 2^131 and q below 2^108, odd and even, 1 too; r at the ends of [0, p·q) and with limbs 0, 2^31, 2^32 - 1
// where r mod q < p.
Remainders edges() {
    const std::vector<mpz_class> of_p{
        1, 2, 97, power_of_two(32) - 1, power_of_two(96), power_of_two(130) + 1, power_of_two(131) - 1};
    const std::vector<mpz_class> of_q{
        1, 3, power_of_two(31), power_of_two(64) - 1, power_of_two(107) + 1, power_of_two(108) - 1};
    Remainders all;
    for (const mpz_class& p : of_p) {
        for (const mpz_class& q : of_q) {
            mpz_class inverse = 0;
            if (gcd(p, q) != 1 ||
                (p != 1 && mpz_invert(inverse.get_mpz_t(), q.get_mpz_t(), p.get_mpz_t()) == 0))
                continue;
            const mpz_class product = p * q;
            std::vector<mpz_class> of_r{0, product - 1, product / 2, std::min(p, q) - 1, product - q};
            for (unsigned k = 0; k < 239; k += 32)
                for (const mpz_class& limb : {power_of_two(31), mpz_class(power_of_two(32) - 1)})
                    of_r.push_back((limb << k) % product);
            for (const mpz_class& r : of_r) {
                if (r % q >= p) continue;
                all.r.push_back(r), all.a.push_back(r % p), all.p.push_back(p), all.b.push_back(r % q);
                all.q.push_back(q), all.q_inverse.push_back(inverse);
            }
        }
    }
    return all;
}

}  // namespace

TEST_CASE("numbers from two remainders, each with moduli of its own") {
    const Remainders all = edges();
    const auto a = from_mpz<u131::num>(all.a), p = from_mpz<u131::num>(all.p),
               inverse = from_mpz<u131::num>(all.q_inverse);
    const auto b = from_mpz<u109::num>(all.b), q = from_mpz<u109::num>(all.q);
    batch<u239::num> r(all.r.size());
    crt(steps(), r, a, p, b, q, inverse);
    CHECK(all.r.size() > 300);
    CHECK(read_mpz<mpz_class>(r) == all.r);
    // The result in place of an operand, and numbers in one piece each.
    batch<u239::num, number_major> moduli(all.r.size());
    resize(moduli, q);
    crt(steps(), moduli, a, p, b, moduli, inverse);
    CHECK(read_mpz<mpz_class>(moduli) == all.r);
}

TEST_CASE("numbers from two remainders, with the same moduli for all") {
    const mpz_class p = power_of_two(127) - 1, q = 4294967291;
    mpz_class inverse;
    mpz_invert(inverse.get_mpz_t(), q.get_mpz_t(), p.get_mpz_t());
    std::vector<mpz_class> numbers{0, 1, p * q - 1}, of_p, of_q;
    for (unsigned k = 0; k < 158; ++k) numbers.push_back(power_of_two(k));
    for (const mpz_class& it : numbers) of_p.push_back(it % p), of_q.push_back(it % q);
    batch<u239::num> r(numbers.size());
    crt(steps(), r, from_mpz<u131::num>(of_p), from_mpz<u131::num>(p), from_mpz<u131::num>(of_q), 4294967291u,
        from_mpz<u131::num>(inverse));
    CHECK(read_mpz<mpz_class>(r) == numbers);
}

}  // namespace limbsmith::test
