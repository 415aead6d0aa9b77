// Operands of self-checks: within their ranges, at the ends, and of the important kinds.
#include <doctest/doctest.h>
#include <gmpxx.h>

#include <set>

#include "fe25519.cuh"
#include "limbsmith/samples.hpp"
#include "u131.cuh"

namespace limbsmith::test {
namespace {

using self_check::samples;

template <class T>
mpz_class value(const T& x) {
    mpz_class number;
    mpz_import(number.get_mpz_t(), sizeof(T) / 4, -1, 4, 0, 0, &x);
    return number;
}

struct Words {
    uint32_t limb[5];
};

Words words(const mpz_class& x) {
    Words result{};
    mpz_export(result.limb, nullptr, -1, 4, 0, 0, x.get_mpz_t());
    return result;
}

// Checks that draw(x) gives numbers from `least` to `most`, these two first.
template <class T, class Draw>
void check_range(samples& all, const mpz_class& least, const mpz_class& most, const Draw& draw) {
    CAPTURE(most);
    std::set<mpz_class> seen;
    for (int i = 0; i < 200; ++i) {
        T x;
        all.next();
        draw(x);
        const mpz_class number = value(x);
        if (i == 0) CHECK(number == least);
        if (i == 1) CHECK(number == most);
        CHECK((number >= least && number <= most));
        seen.insert(number);
    }
    CHECK(seen.size() >= (most < 1000 ? 1 : 50));
}

const mpz_class p = (mpz_class(1) << 255) - 19, one = 1;

}  // namespace

TEST_CASE("samples below a power of two") {
    for (int bits : {1, 31, 32, 33, 64, 131, 159, 160}) {
        samples all(bits), positive(bits);
        check_range<Words>(all, 0, (one << bits) - 1, [&](Words& x) { all.below(x, bits); });
        check_range<Words>(positive, 1, (one << bits) - 1, [&](Words& x) { positive.positive(x, bits); });
    }
    samples all(1);
    check_range<uint32_t>(all, 0, 0xffffffff, [&](uint32_t& x) { all.below(x, 32); });
}

TEST_CASE("samples below a multiple of a number") {
    gmp_randclass random(gmp_randinit_default);
    for (int bits : {1, 2, 32, 33, 64, 90}) {
        for (uint64_t factor : {uint64_t(1), uint64_t(12), uint64_t(0xffffffff), uint64_t(1) << 32}) {
            for (int shift : {0, 1, 31}) {
                const mpz_class base = random.get_z_bits(bits) + 1, limit = (base * mpz_class(factor))
                                                                            << shift;
                if (limit > one << 160) continue;
                samples all(bits);
                check_range<Words>(all, 0, limit - 1,
                                   [&](Words& x) { all.below(x, words(base), factor, shift); });
            }
        }
    }
    samples all(3);
    check_range<Words>(all, 0, (one << 157) - 1, [&](Words& x) { all.below(x, uint32_t(1), 1, 157); });
}

TEST_CASE("operations draw operands that they allow") {
    samples all(1);
    check_range<fe25519::elem>(all, 0, p - 1,
                               [&](fe25519::elem& x) { draw_operands(fe25519::ops::sqr(), all, x); });
    samples lazy(2);
    check_range<fe25519::loose>(
        lazy, 0, 2 * p - 1, [&](fe25519::loose& x) { draw_operands(fe25519::ops::normalize(), lazy, x); });
    samples sums(3);
    for (int i = 0; i < 1000; ++i) {
        u131::num a, b, m;
        sums.next();
        draw_operands(u131::ops::mod_add(), sums, a, b, m);
        CHECK((value(a) < value(m) && value(b) < value(m) && value(m) < one << 131));
    }
}

TEST_CASE("special limbs, equal operands and short ones are among the samples") {
    samples all(1);
    int equal = 0, both_short = 0, zero = 0, bit = 0, ones = 0;
    for (int i = 0; i < 4096; ++i) {
        fe25519::elem a, b;
        all.next();
        draw_operands(fe25519::ops::mul(), all, a, b);
        equal += value(a) == value(b);
        both_short += value(a) < one << 128 && value(b) < one << 128;
        for (uint32_t limb : a.limb) {
            zero += limb == 0;
            bit += limb != 0 && (limb & (limb - 1)) == 0;
            ones += limb == 0xffffffff;
        }
    }
    for (int count : {equal, both_short, zero, bit, ones}) CHECK(count > 100);
}

}  // namespace limbsmith::test
