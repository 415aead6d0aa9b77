// Batches of one width as batches of another, remainders, single numbers of GMP: on the host, against GMP.
#include <doctest/doctest.h>
#include <gmpxx.h>

#include <string>
#include <vector>

#include "eccp131.cuh"
#include "fe25519.cuh"
#include "limbsmith/gmp.hpp"
#include "limbsmith/resize.hpp"
#include "u131.cuh"
#include "u239.cuh"
#include "u32.cuh"

namespace limbsmith::test {
namespace {

using Values = std::vector<mpz_class>;

mpz_class two_to(unsigned bits) { return mpz_class(1) << bits; }

mpz_class mod(const mpz_class& a, const mpz_class& n) {
    mpz_class r;
    mpz_fdiv_r(r.get_mpz_t(), a.get_mpz_t(), n.get_mpz_t());
    return r;
}

// Limbs 0, 1, 2^31, 2^32 - 1 in every place.
Values structured(unsigned bits) {
    Values made{0, two_to(bits) - 1, two_to(bits - 1)};
    for (unsigned k = 0; k < bits; k += 32)
        for (const mpz_class& limb : {mpz_class(1), two_to(31), mpz_class(two_to(32) - 1)})
            made.push_back(mod(limb << k, two_to(bits)));
    return made;
}

std::string refused(const auto& call) {
    try {
        call();
    } catch (const runtime::InputError& error) {
        return error.what();
    }
    return "not refused";
}

}  // namespace

TEST_CASE("batches of one width as batches of another") {
    const Values small = structured(131), large = structured(239);
    const auto a = from_mpz<u131::num>(small);
    batch<u239::num, number_major> wide(small.size());
    resize(wide, a);
    CHECK(read_mpz<mpz_class>(wide) == small);
    batch<u131::num> back(small.size());
    resize(back, wide);
    CHECK(read_mpz<mpz_class>(back) == small);

    const auto b = from_mpz<u239::num>(large);
    batch<u131::num> low(large.size()), same(large.size());
    apply(truncated<u131::num>(), low, b);
    const auto words = low.read();
    for (size_t t = 0; t < large.size(); ++t)
        CHECK(to_mpz<mpz_class>(truncated<u239::num>()(words[t])) == mod(large[t], two_to(160)));
    CHECK(refused([&] { resize(same, b); }) == "resize: number 1 is not below 2^131");
}

TEST_CASE("a modulus that the type knows") {
    const mpz_class p = two_to(255) - 19;
    const auto fits = from_mpz<u131::num>(structured(131));
    batch<fe25519::plain> all(fits.size());
    resize(all, fits);
    CHECK(read_mpz<mpz_class>(all) == structured(131));
    const auto curve = from_mpz<eccp131::plain>(mpz_class(5));
    CHECK(to_mpz<mpz_class>(curve) == 5);
    CHECK(to_mpz<mpz_class>(from_mpz<fe25519::elem>(mpz_class(p - 1))) == p - 1);
    CHECK(refused([&] { from_mpz<fe25519::plain>(p); }).find("not below the modulus") != std::string::npos);
    CHECK(refused([&] { from_mpz<u131::num>(two_to(131)); }).find("not below 2^131") != std::string::npos);
    CHECK(refused([&] { from_mpz<u131::num>(mpz_class(-1)); }).find("negative") != std::string::npos);
    batch<eccp131::plain> short_ones(fits.size());
    CHECK(refused([&] { resize(short_ones, fits); }) == "resize: number 1 is not below the modulus");
}

TEST_CASE("two's complement of one width as that of another") {
    for (const mpz_class& size : structured(130)) {
        for (const mpz_class& value : {size, mpz_class(-size)}) {
            u131::num x{};
            const mpz_class own = mod(value, two_to(160));
            mpz_export(words(x), nullptr, -1, 4, 0, 0, own.get_mpz_t());
            CHECK(to_mpz<mpz_class>(sign_extended<u239::num>()(x)) == mod(value, two_to(256)));
            CHECK(to_mpz<mpz_class>(sign_extended<u32::num>()(x)) == mod(value, two_to(32)));
        }
    }
}

TEST_CASE("remainders of batches") {
    const Values numbers = structured(239);
    Values divisors;
    const Values some = structured(131);
    for (size_t t = 0; t < numbers.size(); ++t) divisors.push_back(some[t % some.size()] | 1);
    const auto a = from_mpz<u239::num>(numbers);
    batch<u131::num> r(numbers.size());
    remainder(u239::ops::divrem(), r, a, from_mpz<u131::num>(divisors));
    for (const mpz_class& n : {mpz_class(3), mpz_class(two_to(130) + 1)}) {
        batch<u131::num> of_one(numbers.size());
        remainder(u239::ops::divrem(), of_one, a, from_mpz<u131::num>(n));
        const auto got = read_mpz<mpz_class>(of_one);
        for (size_t t = 0; t < numbers.size(); ++t) CHECK(got[t] == numbers[t] % n);
    }
    const auto got = read_mpz<mpz_class>(r);
    for (size_t t = 0; t < numbers.size(); ++t) CHECK(got[t] == numbers[t] % divisors[t]);

    batch<uint32_t> words(numbers.size());
    remainder(u239::ops::divrem1(), words, a, 4294967291u);
    const auto rests = words.read();
    for (size_t t = 0; t < numbers.size(); ++t) CHECK(rests[t] == numbers[t] % 4294967291u);
}

}  // namespace limbsmith::test
