// Every operation that the handles name, on the host and on a GPU if there is one, against GMP.
#include <doctest/doctest.h>
#include <gmpxx.h>

#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "limbsmith/session.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using Values = std::vector<mpz_class>;

// Structured numbers below `limit` first, then random ones.
Values numbers(const mpz_class& limit, size_t count, gmp_randclass& random) {
    Values made{0, 1, limit - 1};
    const size_t bits = mpz_sizeinbase(limit.get_mpz_t(), 2);
    for (size_t k = 31; k < bits; k += 32)
        for (const int off : {-1, 0, 1}) made.push_back(((mpz_class(1) << k) + off) % limit);
    made.push_back(((mpz_class(1) << bits) - 1) % limit);
    while (made.size() < count) made.push_back(random.get_z_range(limit));
    // equal neighbours, and every pair of the first ones at some distance
    for (size_t k = 1; k < count; k += 7) made[k] = made[k - 1];
    made.resize(count);
    return made;
}

std::vector<std::string> texts(const Values& values) {
    std::vector<std::string> made;
    for (const mpz_class& value : values) made.push_back(value.get_str());
    return made;
}

Values values(const Array& from) {
    Values made;
    for (const std::string& text : read_text(from)) made.emplace_back(text);
    return made;
}

std::vector<place> places() {
    std::vector<place> made{place::host};
    if (Session().where().is_gpu()) made.push_back(place::device);
    return made;
}

mpz_class mod(mpz_class a, const mpz_class& n) {
    mpz_mod(a.get_mpz_t(), a.get_mpz_t(), n.get_mpz_t());
    return a;
}

mpz_class power(const mpz_class& a, const mpz_class& e, const mpz_class& n) {
    mpz_class made;
    mpz_powm(made.get_mpz_t(), a.get_mpz_t(), e.get_mpz_t(), n.get_mpz_t());
    return made;
}

mpz_class inverse(const mpz_class& a, const mpz_class& n) {
    mpz_class made;
    return mpz_invert(made.get_mpz_t(), a.get_mpz_t(), n.get_mpz_t()) ? made : mpz_class(0);
}

// The results that an operation on pairs of x and y should have given.
struct Expectation {
    const Values &x, &y;

    void operator()(const char* name, const Array& from,
                    const std::function<mpz_class(size_t)>& wanted) const {
        const Values got = values(from);
        for (size_t t = 0; t < got.size(); ++t) {
            if (got[t] == wanted(t)) continue;
            FAIL_CHECK(name << " of " << x[t] << ", " << y[t] << ": " << got[t] << ", GMP says "
                            << wanted(t));
            return;
        }
    }
};

void check_field(const Session& session, const std::string& modulus, arrangement order, size_t count) {
    CAPTURE(modulus);
    CAPTURE(session.device());
    const Field f = session.field(modulus);
    const mpz_class n(f.modulus());
    gmp_randclass random(gmp_randinit_default);
    random.seed(test_seed());
    const Values x = numbers(n, count, random), y = numbers(n, count, random);
    const Array a = f.array(count, order), b = f.array(count, order), r = f.array(count, order);
    write_text(a, texts(x));
    write_text(b, texts(y));
    CHECK(values(a) == x);
    const Expectation check{x, y};
    f.add(r, a, b);
    check("add", r, [&](size_t t) { return mod(x[t] + y[t], n); });
    f.sub(r, a, b);
    check("sub", r, [&](size_t t) { return mod(x[t] - y[t], n); });
    f.neg(r, a);
    check("neg", r, [&](size_t t) { return mod(-x[t], n); });
    f.mul(r, a, b);
    check("mul", r, [&](size_t t) { return mod(x[t] * y[t], n); });
    f.mul(r, a, "-3");
    check("mul by -3", r, [&](size_t t) { return mod(-3 * x[t], n); });
    f.sqr(r, a);
    check("sqr", r, [&](size_t t) { return mod(x[t] * x[t], n); });
    f.inv(r, b);
    check("inv", r, [&](size_t t) { return inverse(y[t], n); });
    f.pow(r, a, 65537);
    check("pow", r, [&](size_t t) { return power(x[t], 65537, n); });
    const Array equal = f.array_of("uint32_t", count, order);
    f.eq(equal, a, b);
    check("eq", equal, [&](size_t t) { return mpz_class(x[t] == y[t]); });
    f.compile("(a + b)*(a - b) + 7")(r, a, b);
    check("expr", r, [&](size_t t) { return mod((x[t] + y[t]) * (x[t] - y[t]) + 7, n); });
    f.mul(a, a, a);  // the result is an operand
    check("mul in place", a, [&](size_t t) { return mod(x[t] * x[t], n); });
}

void check_uint(const Session& session, int bits, arrangement order, size_t count) {
    CAPTURE(bits);
    CAPTURE(session.device());
    const UInt u = session.uint(bits);
    const mpz_class limit = mpz_class(1) << bits, container = mpz_class(1) << 32 * ((bits + 31) / 32);
    gmp_randclass random(gmp_randinit_default);
    random.seed(test_seed());
    const Values x = numbers(limit, count, random), y = numbers(limit, count, random);
    const Array a = u.array(count, order), b = u.array(count, order), r = u.array(count, order),
                s = u.array(count, order), wide = u.array_of("wide", count, order),
                flag = u.array_of("uint32_t", count, order);
    write_text(a, texts(x));
    write_text(b, texts(y));
    const Expectation check{x, y};
    u.add(r, a, b);
    check("add", r, [&](size_t t) { return mod(x[t] + y[t], container); });
    u.sub(r, a, b);
    check("sub", r, [&](size_t t) { return mod(x[t] - y[t], container); });
    u.mul(wide, a, b);
    check("mul", wide, [&](size_t t) -> mpz_class { return x[t] * y[t]; });
    u.sqr(wide, a);
    check("sqr", wide, [&](size_t t) -> mpz_class { return x[t] * x[t]; });
    u.mul_lo(r, a, b);
    check("mul_lo", r, [&](size_t t) { return mod(x[t] * y[t], container); });
    u.divrem(r, s, a, b);
    check("quotient", r,
          [&](size_t t) -> mpz_class { return y[t] == 0 ? container - 1 : mpz_class(x[t] / y[t]); });
    check("remainder", s, [&](size_t t) -> mpz_class { return y[t] == 0 ? x[t] : mpz_class(x[t] % y[t]); });
    u.lt(flag, a, b);
    check("lt", flag, [&](size_t t) { return mpz_class(x[t] < y[t]); });
    u.shr(r, a, 33);
    check("shr", r, [&](size_t t) -> mpz_class { return x[t] >> 33; });
    u.gcd(r, a, b);
    check("gcd", r, [&](size_t t) -> mpz_class { return gcd(x[t], y[t]); });
}

}  // namespace

TEST_CASE("a session computes modulo numbers of every kind as GMP does") {
    for (const place where : places()) {
        const Session session(where);
        // Mersenne-like, special, Montgomery, Barrett, one limb, N = ±1 mod 2^32, over lanes
        for (const char* modulus :
             {"2^255-19", "2^127-1", "@secp256k1.n", "10^20", "97", "2^96-2^32+1", "2^61-1"})
            check_field(session, modulus, arrangement::limb_major, 70);
        check_field(session, "@p256.p", arrangement::number_major, 33);
        check_field(session, "2^1279-1", arrangement::limb_major, 8);
    }
}

TEST_CASE("a session computes with whole numbers of every width as GMP does") {
    for (const place where : places()) {
        const Session session(where);
        for (const int bits : {1, 31, 32, 33, 131, 256})
            check_uint(session, bits, arrangement::limb_major, 70);
        check_uint(session, 239, arrangement::number_major, 33);
        check_uint(session, 2048, arrangement::limb_major, 12);
        check_uint(session, 4100, arrangement::number_major, 5);
    }
}

TEST_CASE("exponents of fields over lanes have arrays") {
    for (const place where : places()) {
        const Field f = Session(where).field("2^1279-1");
        const Array a = f.array(2), e = f.array_of("exponent", 2), r = f.array(2);
        write_text(a, {"3", "-1"});
        write_text(e, {"5", "2^1279-1"});
        f.pow(r, a, e);
        CHECK(values(r) == Values{243, (mpz_class(1) << 1279) - 2});
    }
}

TEST_CASE("threads share a function and its constants, each with its own arrays and stream") {
    for (const place where : places()) {
        const Session session(where);
        const Function mul = session.field("2^127-1").function("mul");
        constexpr long threads = 4, turns = 50;
        std::vector<std::string> results(threads);
        std::vector<std::thread> all;
        for (long k = 0; k < threads; ++k) {
            all.emplace_back([&, k] {
                stream own(session.where());
                const Array a = mul.array_for(1, 100);
                write_text(a, std::vector<std::string>(100, std::to_string(k + 1)));
                for (long turn = 0; turn < turns; ++turn) mul(a, a, turn % 2 == 0 ? 3 : 5, own);
                results[static_cast<size_t>(k)] = read_text(a)[99];
            });
        }
        for (std::thread& it : all) it.join();
        const mpz_class n = (mpz_class(1) << 127) - 1, factor = power(15, turns / 2, n);
        for (long k = 0; k < threads; ++k)
            CHECK(results[static_cast<size_t>(k)] == mod(factor * (k + 1), n).get_str());
    }
}

}  // namespace limbsmith::test
