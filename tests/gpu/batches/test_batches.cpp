// Batches on a GPU against GMP: ahead-of-time kernels in every layout, lambdas, streams, and failures.
#include <doctest/doctest.h>
#include <gmpxx.h>
#include <stdlib.h>

#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "gpu/batches/kernels.hpp"
#include "limbsmith/apply.hpp"
#include "limbsmith/gmp.hpp"
#include "runtime/batch_numbers.hpp"

namespace limbsmith::test {
namespace {

const mpz_class p = (mpz_class(1) << 255) - 19;

bool is_skipped() {
    std::string why_not;
    if (has_device(&why_not)) return false;
    std::cout << "skipped: " << why_not << "\n";
    return true;
}

template <class A, class R>
void check_products(size_t count) {
    CAPTURE(count);
    const auto x = numbers(count, mpz_class(1) << 131, 1), y = numbers(count, mpz_class(1) << 131, 2);
    constexpr int last = A::operands - 1;
    batch<u131::num, A> a(count), second(last == 0 ? count : 0);
    batch<u131::num, A>& b = last == 0 ? second : a;
    batch<u131::wide, R> r(count);
    REQUIRE(r.on_device());
    put(a, x);
    put(b, y, last);
    using in = view<u131::num, A>;
    REQUIRE((detail::ahead_of_time<u131::ops::mul, view<u131::wide, R>, in, in>::launch != nullptr));
    apply(u131::ops::mul{}, r, a[0], b[last]);
    const auto product = get(r);
    size_t wrong = 0;
    for (size_t t = 0; t < count; ++t) wrong += product[t] != x[t] * y[t];
    CHECK(wrong == 0);
    CHECK(get(b, last) == y);
}

}  // namespace

TEST_CASE("kernels made ahead of time, in every layout") {
    if (is_skipped()) return;
    for (size_t count : {0, 1, 2, 3, 31, 32, 33, 255, 1023, 1025, 100003}) {
        check_products<limb_major, limb_major>(count);
        check_products<number_major, number_major>(count);
        check_products<interleaved<2>, limb_major>(count);
    }
}

TEST_CASE("modular sums and elements by kernels made ahead of time") {
    if (is_skipped()) return;
    const mpz_class limit = mpz_class(1) << 130;
    const auto x = numbers(10001, limit, 3), y = numbers(10001, limit, 4);
    auto m = numbers(10001, limit, 5);
    for (mpz_class& value : m) value += limit;
    batch<u131::num> a(x.size()), b(x.size()), n(x.size());
    put(a, x);
    put(b, y);
    put(n, m);
    apply(u131::ops::mod_sub{}, a, a, b, n);
    const auto difference = get(a);
    for (size_t t = 0; t < x.size(); ++t) CHECK(difference[t] == (x[t] - y[t] + m[t]) % m[t]);

    const auto u = numbers(10001, p, 6);
    Elements e(u.size()), r(u.size());
    put(e, u);
    apply(fe25519::ops::inv{}, r, e);
    apply(fe25519::ops::mul{}, r, r, e);
    const auto one = get(r);
    for (size_t t = 0; t < u.size(); ++t) CHECK(one[t] == (u[t] == 0 ? 0 : 1));
}

TEST_CASE("powers with exponents of their own, and one number for all, by kernels made ahead of time") {
    if (is_skipped()) return;
    const auto x = numbers(3001, p, 11), e = numbers(3001, mpz_class(1) << 256, 12);
    Elements a(x.size()), r(x.size());
    batch<fe25519::exponent> exponents(e.size());
    using in = view<fe25519::elem, limb_major>;
    using exponent = view<fe25519::exponent, limb_major>;
    REQUIRE((detail::ahead_of_time<fe25519::ops::pow, in, in, exponent>::launch != nullptr));
    REQUIRE((detail::ahead_of_time<fe25519::ops::mul, in, in, uniform<fe25519::elem>>::launch != nullptr));
    put(a, x);
    put(exponents, e);
    const auto check = [&](const auto& exponent) {
        const auto found = get(r);
        size_t wrong = 0;
        for (size_t t = 0; t < x.size(); ++t) {
            mpz_class power;
            mpz_powm(power.get_mpz_t(), x[t].get_mpz_t(), mpz_class(exponent(t)).get_mpz_t(), p.get_mpz_t());
            wrong += found[t] != power;
        }
        CHECK(wrong == 0);
    };
    apply(fe25519::ops::pow{}, r, a, exponents);
    check([&](size_t t) { return e[t]; });
    apply(fe25519::ops::pow_secret{}, r, a, exponents);
    check([&](size_t t) { return e[t]; });
    apply(fe25519::ops::pow{}, r, a, fe25519::exponent{{65537}});
    check([](size_t) { return 65537; });
    apply(fe25519::ops::mul{}, r, a, fe25519::to_elem(fe25519::plain{{3}}));
    apply(fe25519::ops::sub{}, r, r, a);
    const auto twice = get(r);
    for (size_t t = 0; t < x.size(); ++t) CHECK(twice[t] == 2 * x[t] % p);

    const auto y = numbers(3001, mpz_class(1) << 131, 13);
    batch<u131::num, number_major> b(y.size()), s(y.size());
    put(b, y);
    apply(u131::ops::mod_sub{}, s, b, b, u131::num{{5, 0, 0, 0, 7}});
    for (const mpz_class& difference : get(s)) CHECK(difference == 0);
}

TEST_CASE("without a kernel the host computes with numbers on the device") {
    if (is_skipped()) return;
    const auto x = numbers(1000, mpz_class(1) << 131, 7);
    batch<u131::num> a(x.size());
    batch<uint32_t, number_major> even(x.size());
    put(a, x);
    apply([](const u131::num& value) { return ~value.limb[0] & 1; }, even, a);
    for (size_t t = 0; t < x.size(); ++t) CHECK(even.read()[t] == mpz_even_p(x[t].get_mpz_t()));
    batch<u131::num> host(x.size(), place::host);
    CHECK_THROWS_WITH_AS(apply(u131::ops::add{}, host, a, a),
                         doctest::Contains("different places: result cpu, operands cuda:"),
                         runtime::InputError);
}

TEST_CASE("batches on every GPU of the machine, each used by a thread of its own") {
    if (is_skipped()) return;
    std::vector<size_t> wrong(device_count(), 1);
    std::vector<std::thread> threads;
    for (int ordinal = 0; ordinal < device_count(); ++ordinal) {
        threads.emplace_back([&, ordinal] {
            const place gpu = place::gpu(ordinal);
            const auto x = numbers(100003, p, 20 + ordinal), y = numbers(100003, p, 40 + ordinal);
            Elements a(x.size(), gpu), b(x.size(), gpu), r(x.size(), gpu);
            put(a, x);
            put(b, y);
            stream other(gpu);
            for (int k = 0; k < 10; ++k) {
                apply(fe25519::ops::mul{}, r, a, b);
                apply(other, fe25519::ops::sub{}, r, r, a);
            }
            const auto found = get(r);
            size_t bad = r.where() != gpu;
            for (size_t t = 0; t < x.size(); ++t) bad += found[t] != ((x[t] * y[t] - x[t]) % p + p) % p;
            wrong[ordinal] = bad;
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (size_t count : wrong) CHECK(count == 0);
    std::cout << "batches on " << device_count() << " GPUs\n";
    if (device_count() < 2) return;
    Elements here(3, place::gpu(0)), there(3, place::gpu(1));
    CHECK_THROWS_WITH_AS(apply(fe25519::ops::mul{}, here, here, there), doctest::Contains("different places"),
                         runtime::InputError);
}

TEST_CASE("lambdas are one kernel, and streams keep the order of work on a batch") {
    if (is_skipped()) return;
    const auto x = numbers(50000, p, 8), y = numbers(50000, p, 9);
    const fe25519::elem factor = fe25519::to_elem(fe25519::plain{{123456789, 5}});
    const mpz_class number = (mpz_class(5) << 32) + 123456789;
    Elements a(x.size()), b(x.size()), r(x.size()), s(x.size());
    put(a, x);
    put(b, y);
    fused(r, a, b, factor);
    fused_on_device(s, a, b, factor);
    const auto by_both = get(r), by_device = get(s);
    for (size_t t = 0; t < x.size(); ++t) {
        const mpz_class wanted = ((x[t] + y[t]) * number - x[t]) % p;
        CHECK((by_both[t] == wanted && by_device[t] == wanted));
    }
    put(r, x);
    alternate(r, b, 20);
    mpz_class exponent = (mpz_class(1) << 21) - 2, power;  // 2 + 4 + ... + 2^20
    const auto found = get(r);
    for (size_t t = 0; t < x.size(); t += 99) {
        mpz_powm(power.get_mpz_t(), y[t].get_mpz_t(), exponent.get_mpz_t(), p.get_mpz_t());
        CHECK(found[t] == x[t] * power % p);
    }
}

TEST_CASE("an operation that is wrong on the device is not used, by whichever kernel") {
    if (is_skipped()) return;
    const std::string before = getenv("LIMBSMITH_SELF_CHECK");
    batch<u131::num> a(1000), r(1000);
    put(a, numbers(1000, mpz_class(1) << 131, 11));
    const auto by_call = [&] { apply_broken(r, a); };
    const auto ahead_of_time = [&] { apply(broken{}, r, a); };
    for (int i = 0; i < 2; ++i) {
        CHECK_THROWS_WITH_AS(by_call(), doctest::Contains("test::broken is wrong on this device: for 0x7"),
                             runtime::WrongResult);
        CHECK_THROWS_WITH_AS(ahead_of_time(), doctest::Contains("compiler: nvcc "), runtime::WrongResult);
    }
    const size_t in_use = memory_in_use();
    CHECK_THROWS_AS(by_call(), runtime::WrongResult);
    CHECK(memory_in_use() == in_use);
    setenv("LIMBSMITH_SELF_CHECK", "off", 1);
    CHECK_NOTHROW(by_call());
    CHECK_NOTHROW(ahead_of_time());
    CHECK(get(r)[2] != get(a)[2]);
    setenv("LIMBSMITH_SELF_CHECK", before.c_str(), 1);
}

TEST_CASE("a call after a failed allocation of device memory works") {
    if (is_skipped()) return;
    const size_t before = memory_in_use();
    for (int i = 0; i < 3; ++i) {
        CHECK_THROWS_AS(([] {
                            std::vector<batch<u131::num>> all;
                            for (;;) all.emplace_back(index64(1) << 29, place::device);
                        }()),
                        OutOfMemory);
        CHECK(memory_in_use() == before);
    }
    const auto x = numbers(100, mpz_class(1) << 130, 10);
    batch<u131::num> a(x.size());
    put(a, x);
    apply(u131::ops::add{}, a, a, a);
    CHECK(get(a)[2] == 2 * x[2]);
}

TEST_CASE("an error of a kernel is thrown by the next call, with the name of the operation") {
    if (is_skipped()) return;
    batch<u131::num> a(1000);
    stream on;
    fail(on, a);
    CHECK_THROWS_WITH_AS(on.synchronize(), doctest::Contains("a user's function on 1000 numbers"),
                         runtime::Error);
    CHECK_THROWS_AS(a.read(), runtime::Error);
}

TEST_CASE("an error of a kernel survives the destruction of its stream") {
    if (is_skipped()) return;
    batch<u131::num> a(1000), b(1000);
    {
        stream on;
        fail(on, a);
    }
    const auto next = [&] {
        apply(u131::ops::add{}, b, a, a);  // may run before the failure
        b.read();
    };
    CHECK_THROWS_AS(next(), runtime::Error);
}

}  // namespace limbsmith::test
