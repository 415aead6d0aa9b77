// Batches on the host: every layout, all conversions against GMP, and refusals.
#include <doctest/doctest.h>
#include <gmpxx.h>

#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "eccp131.cuh"
#include "fe25519.cuh"
#include "fe25519_few.cuh"
#include "limbsmith/apply.hpp"
#include "runtime/batch_numbers.hpp"
#include "u131.cuh"
#include "u32.cuh"

namespace limbsmith::test {
namespace {

const mpz_class p = (mpz_class(1) << 255) - 19;

std::string error_of(const auto& call) {
    try {
        call();
    } catch (const runtime::Error& error) {
        return error.what();
    }
    return "no error";
}

bool says(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

template <class A, class B, class R>
void check_products(size_t count) {
    CAPTURE(count);
    const auto x = numbers(count, mpz_class(1) << 131, 1), y = numbers(count, mpz_class(1) << 131, 2);
    batch<u131::num, A> a(count, place::host);
    batch<u131::num, B> b(count, place::host);
    batch<u131::wide, R> r(count, place::host);
    constexpr int last = B::operands - 1;
    put(a, x);
    put(b, y, last);
    apply(u131::ops::mul{}, r[0], a[0], b[last]);
    const auto product = get(r);
    for (size_t t = 0; t < count; ++t) CHECK(product[t] == x[t] * y[t]);
    CHECK(get(a) == x);
    CHECK(get(b, last) == y);
}

}  // namespace

TEST_CASE("products in every layout") {
    for (size_t count : {0, 1, 31, 32, 33, 5000}) {
        check_products<limb_major, limb_major, limb_major>(count);
        check_products<number_major, number_major, number_major>(count);
        check_products<interleaved<2>, interleaved<3>, limb_major>(count);
        check_products<limb_major, number_major, interleaved<2>>(count);
    }
}

// Packs of V numbers a thread, as in kernels, up to a count that V does not divide.
template <int V, class Layout>
void check_packs() {
    const index64 count = 37;
    const auto x = numbers(count, mpz_class(1) << 131, 6);
    batch<u131::num, Layout> a(count, place::host), r(count, place::host);
    put(a, x);
    for (index64 thread = 0; thread < 40; ++thread)
        compute<V>(thread, count, u131::ops::not_{}, r[0].numbers, a[0].numbers);
    apply(u131::ops::not_{}, r[0], r[0]);
    CHECK(get(r) == x);
}

TEST_CASE("threads take one, two or four numbers") {
    check_packs<1, limb_major>();
    check_packs<2, limb_major>();
    check_packs<4, limb_major>();
    check_packs<2, number_major>();
    check_packs<4, interleaved<3>>();
}

TEST_CASE("words stand where the layout says") {
    const size_t count = 100, row = 128;
    batch<u131::num, interleaved<2>> a(count, place::host);
    const std::vector<u131::num> x(count, u131::num{{10, 11, 12, 13, 14}});
    a.write(x, 0);
    a.write(x, 1);
    const uint32_t* words = a[0].numbers.base;
    for (int i = 0; i < 5; ++i) {
        for (int k = 0; k < 2; ++k) CHECK(words[(i * 2 + k) * row + 99] == 10u + i);
    }
    batch<u131::num, number_major> b(x, place::host);
    CHECK(b[0].numbers.base[99 * 5 + 3] == 13);
    batch<u131::num> c(x, place::host);
    CHECK(c[0].numbers.base[3 * row + 99] == 13);
}

TEST_CASE("elements are read and written as residues") {
    const auto x = numbers(1000, p, 3);
    batch<fe25519::elem> a(x.size(), place::host), r(x.size(), place::host);
    put(a, x);
    apply(fe25519::ops::sqr{}, r, a);
    const auto square = get(r);
    for (size_t t = 0; t < x.size(); ++t) CHECK(square[t] == x[t] * x[t] % p);
    apply([](const fe25519::elem& e) { return fe25519::add(fe25519::sqr(e), e); }, a, a);  // in place
    const auto fused = get(a);
    for (size_t t = 0; t < x.size(); ++t) CHECK(fused[t] == (x[t] * x[t] + x[t]) % p);
    CHECK(says(error_of([&] { put(a, std::vector<mpz_class>(1000, p)); }), "number 0 is refused"));
    CHECK(get(a) == fused);
}

// ECCp-131, whose elements are in Montgomery form (Certicom, 1997).
const mpz_class q("0x048E1D43F293469E33194C43186B3ABC0B");

TEST_CASE("between one call and the next a batch of elem holds Montgomery forms") {
    const auto x = numbers(100, q, 11);
    batch<eccp131::elem> a(x.size(), place::host);
    batch<eccp131::plain, number_major> plain(x.size(), place::host);
    put(a, x);
    apply(eccp131::ops::sqr{}, a, a);
    const auto forms = a.read();
    apply(eccp131::ops::to_plain{}, plain, a);
    const auto squares = get(plain);
    for (size_t t = 0; t < x.size(); ++t) {
        mpz_class form;
        mpz_import(form.get_mpz_t(), 5, -1, 4, 0, 0, forms[t].limb);
        CHECK(form == (x[t] * x[t] << 160) % q);
        CHECK(squares[t] == x[t] * x[t] % q);
    }
}

template <class A, class E>
void check_powers() {
    const auto x = numbers(60, q, 12), e = numbers(60, mpz_class(1) << 160, 13);
    batch<eccp131::elem, A> a(x.size(), place::host), r(x.size(), place::host);
    batch<eccp131::exponent, E> exponents(e.size(), place::host);
    constexpr int last = E::operands - 1;
    put(a, x);
    put(exponents, e, last);
    const auto check = [&](const auto& exponent) {
        const auto power = get(r);
        for (size_t t = 0; t < x.size(); ++t) {
            mpz_class wanted;
            mpz_powm(wanted.get_mpz_t(), x[t].get_mpz_t(), mpz_class(exponent(t)).get_mpz_t(), q.get_mpz_t());
            CHECK(power[t] == wanted);
        }
    };
    apply(eccp131::ops::pow{}, r, a, exponents[last]);
    check([&](size_t t) { return e[t]; });
    apply(eccp131::ops::pow_secret{}, r, a, exponents[last]);
    check([&](size_t t) { return e[t]; });
    apply(eccp131::ops::pow{}, r, a, eccp131::exponent{{65537}});
    check([](size_t) { return 65537; });
}

TEST_CASE("powers with exponents of their own, in every layout") {
    check_powers<limb_major, limb_major>();
    check_powers<number_major, number_major>();
    check_powers<limb_major, interleaved<2>>();
}

TEST_CASE("one number for all as an operand") {
    const auto x = numbers(1000, mpz_class(1) << 131, 14);
    const mpz_class limit = mpz_class(1) << 160;
    batch<u131::num> a(x.size(), place::host), r(x.size(), place::host);
    put(a, x);
    apply(u131::ops::shl{}, r, a, 3u);
    const auto shifted = r.read();
    apply(u131::ops::sub{}, r, u131::num{{7}}, a);
    const auto differences = r.read();
    apply(u131::ops::select{}, r, 1, a, u131::num{});
    CHECK(get(r) == x);
    for (size_t t = 0; t < x.size(); ++t) {
        mpz_class left, difference;
        mpz_import(left.get_mpz_t(), 5, -1, 4, 0, 0, shifted[t].limb);
        mpz_import(difference.get_mpz_t(), 5, -1, 4, 0, 0, differences[t].limb);
        CHECK(left == (x[t] << 3) % limit);
        CHECK(difference == (7 - x[t] + limit) % limit);
    }
    const auto residues = numbers(50, p, 15);
    batch<fe25519::elem, number_major> e(residues.size(), place::host);
    put(e, residues);
    apply(fe25519::ops::mul{}, e, e, fe25519::to_elem(fe25519::plain{{3}}));
    const auto thrice = get(e);
    for (size_t t = 0; t < residues.size(); ++t) CHECK(thrice[t] == 3 * residues[t] % p);
    CHECK(says(error_of([&] { apply(u131::ops::shl{}, r, a, -1); }), "-1 is not an unsigned 32-bit number"));
    CHECK(says(error_of([&] { apply(u131::ops::shl{}, r, a, 1ull << 32); }),
               "4294967296 is not an unsigned 32-bit number"));
    batch<u131::num> shorter(3, place::host);
    CHECK(says(error_of([&] { apply(u131::ops::shl{}, shorter, a, 3); }), "operands 1000, one for all"));
}

TEST_CASE("operators are the functions that they name, in lambdas too") {
    const auto x = numbers(100, p, 16);
    batch<fe25519::elem> a(x.size(), place::host);
    put(a, x);
    apply([](const fe25519::elem& e) { return e == fe25519::zero() ? e : e * e - e; }, a, a);
    const auto found = get(a);
    for (size_t t = 0; t < x.size(); ++t) CHECK(found[t] == (x[t] * x[t] - x[t]) % p);
}

TEST_CASE("several results are a struct of them") {
    const auto x = numbers(50, mpz_class(1) << 32, 4);
    batch<u32::num> a(x.size(), place::host);
    batch<u32::ops::add_carry::result, number_major> r(x.size(), place::host);
    batch<uint32_t> equal(x.size(), place::host);
    put(a, x);
    apply(u32::ops::add_carry{}, r, a, a);
    apply(u32::ops::eq{}, equal, a, a);
    for (size_t t = 0; t < x.size(); ++t) {
        const auto sum = r.read()[t];
        CHECK(sum.r.limb[0] + (mpz_class(sum.carry) << 32) == 2 * x[t]);
        CHECK(equal.read()[t] == 1);
    }
}

TEST_CASE("bytes and text") {
    const auto x = numbers(300, mpz_class(1) << 131, 5);
    std::vector<std::string> decimal, hexadecimal;
    for (const mpz_class& value : x) {
        decimal.push_back(value.get_str());
        hexadecimal.push_back("0x" + value.get_str(16));
    }
    batch<u131::num, number_major> a(x.size(), place::host);
    write_text(a, decimal);
    CHECK(get(a) == x);
    CHECK(read_text(a) == decimal);
    CHECK(read_text(a, radix::hexadecimal) == hexadecimal);
    write_text(a, hexadecimal);
    CHECK(get(a) == x);
    for (byte_order order : {byte_order::little, byte_order::big}) {
        const auto bytes = read_bytes(a, order);
        mpz_class third;
        mpz_import(third.get_mpz_t(), 20, order == byte_order::little ? -1 : 1, 1, 0, 0, bytes.data() + 40);
        CHECK(third == x[2]);
        batch<u131::num> b(x.size(), place::host);
        write_bytes(b, bytes, 20, order);
        CHECK(get(b) == x);
    }
    std::vector<unsigned char> seventeen(300 * 17, 7);  // not a whole number of words
    write_bytes(a, seventeen, 17);
    CHECK(read_text(a, radix::hexadecimal)[299] ==
          "0x7070707070707070707070707070707"
          "07");
}

TEST_CASE("invalid numbers are refused and leave the batch unchanged") {
    batch<u131::num> a(std::vector<u131::num>(2, u131::num{{5}}), place::host);
    const std::string too_large = mpz_class(mpz_class(1) << 131).get_str(),
                      larger = mpz_class(mpz_class(1) << 999).get_str();
    for (const std::string& bad : std::vector<std::string>{"", "0x", "-1", "1 ", "12x", too_large, larger}) {
        CAPTURE(bad);
        CHECK(says(error_of([&] { write_text(a, {"1", bad}); }), "number 1 is refused"));
    }
    CHECK(says(error_of([&] { put(a, {1, -1}); }), "negative"));
    CHECK(says(error_of([&] { write_text(a, {"1"}); }), "1 given where the batch takes 2"));
    CHECK(says(error_of([&] { write_bytes(a, {1, 2, 3}, 2); }), "3 given where the batch takes 4"));
    CHECK(says(error_of([&] { a.write({}); }), "0 numbers for a batch of 2"));
    CHECK(read_text(a) == std::vector<std::string>{"5", "5"});
}

// Checks a header without is_canonical, with a batch of each of its types.
template <class T>
void check_refusal_of_modulus() {
    batch<T> a(2, place::host);
    write_text(a, {"7", "8"});
    const mpz_class most = (mpz_class(1) << 255) - 1;  // fits the limbs and bits
    for (const mpz_class& bad : {p, mpz_class(p + 1), most}) {
        CAPTURE(bad.get_str());
        std::vector<unsigned char> bytes(64);
        mpz_export(bytes.data() + 32, nullptr, -1, 1, 0, 0, bad.get_mpz_t());
        const char* why = "number 1 is refused: not below the modulus";
        CHECK(says(error_of([&] { write_text(a, {"1", bad.get_str()}); }), why));
        CHECK(says(error_of([&] { write_bytes(a, bytes, 32); }), why));
        CHECK(says(error_of([&] { put(a, {1, bad}); }), why));
    }
    CHECK(read_text(a) == std::vector<std::string>{"7", "8"});
    put(a, {p - 1, 0});
    CHECK(get(a) == std::vector<mpz_class>{p - 1, 0});
}

TEST_CASE("numbers that are not below the modulus are refused, whatever operations the header has") {
    check_refusal_of_modulus<fe25519_few::elem>();
    check_refusal_of_modulus<fe25519_few::plain>();
    check_refusal_of_modulus<fe25519::elem>();
}

TEST_CASE("sizes of bytes that overflow are refused") {
    batch<u131::num> a(std::vector<u131::num>(2, u131::num{{5}}), place::host);
    for (const size_t size : {size_t(1) << 63, (size_t(1) << 63) + 1, ~size_t(0), ~size_t(0) / 2 + 10}) {
        CAPTURE(size);
        for (const size_t given : {size_t(0), size_t(2), 2 * size}) {
            if (given > 100) continue;
            const std::vector<unsigned char> bytes(given, 1);
            CHECK(
                says(error_of([&] { write_bytes(a, bytes, size); }), "given where the batch takes 2 times"));
        }
    }
    CHECK(says(error_of([&] { write_bytes(a, {}, size_t(1) << 62); }), "takes 9223372036854775808"));
    CHECK(read_text(a) == std::vector<std::string>{"5", "5"});
}

TEST_CASE("wrong uses of batches throw") {
    batch<u131::num> a(3, place::host), b(4, place::host);
    CHECK(says(error_of([&] { apply(u131::ops::add{}, a, a, b); }),
               "u131::add: the batches have different sizes: result 3, operands 3, 4"));
    batch<u131::num, interleaved<2>> ab(3, place::host);
    CHECK(says(error_of([&] { ab[2]; }), "no operand 2; the layout has 2"));
    const batch<u131::num> moved(std::move(a));
    CHECK(moved.size() == 3);
    CHECK(says(error_of([&] { a.size(); }), "moved from"));
    CHECK(says(error_of([&] { a.read(); }), "moved from"));
    CHECK(says(error_of([&] { apply(u131::ops::neg{}, b, a); }), "moved from"));
    stream gone, here(std::move(gone));
    CHECK(says(error_of([&] { gone.synchronize(); }), "moved from"));
    CHECK_NOTHROW(here.synchronize());
    static_assert(!std::is_copy_constructible_v<batch<u131::num>> &&
                  !std::is_copy_assignable_v<batch<u131::num>>);
}

TEST_CASE("nothing is lost when memory runs out or an operation throws") {
    const size_t before = memory_in_use();
    {
        batch<u131::num> a(5000, place::host);
        for (index64 count : {index64(1) << 58, ~index64(0)}) {
            CHECK_THROWS_AS(batch<u131::num>(count, place::host), OutOfMemory);
        }
        CHECK(says(error_of([&] { batch<u131::num>(index64(1) << 50, place::host); }), "bytes wanted"));
        CHECK(memory_in_use() == before + 5024 * 5 * 4);
        a.write(std::vector<u131::num>(5000, u131::num{{1}}));
        const auto thrower = [](const u131::num& x) {
            return x.limb[0] ? throw std::domain_error("one") : x;
        };
        CHECK_THROWS_WITH_AS(apply(thrower, a, a), "one", std::domain_error);
        apply(u131::ops::not_{}, a, a);
        CHECK(a.read()[4999].limb[0] == ~1u);
    }
    CHECK(memory_in_use() == before);
}

}  // namespace limbsmith::test
