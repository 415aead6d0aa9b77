// Arguments that do not fit are refused by name, and the session goes on.
#include <doctest/doctest.h>
#include <gmpxx.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "limbsmith/session_gmp.hpp"

namespace limbsmith::test {
namespace {

// The message of the exception of this type.
template <class Exception>
std::string refused(const std::function<void()>& call) {
    try {
        call();
    } catch (const Exception& error) {
        return error.what();
    }
    return "not refused";
}

void expect_part(const std::string& text, const std::string& part) {
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
}

}  // namespace

TEST_CASE("widths, moduli and expressions that do not fit") {
    const Session s(place::host);
    expect_part(refused<runtime::InputError>([&] { s.uint(0); }), "positive");
    expect_part(refused<runtime::InputError>([&] { s.uint(-5); }), "-5");
    expect_part(refused<Unsupported>([&] { s.uint(1 << 30); }), "the nearest have 262144");
    expect_part(refused<runtime::InputError>([&] { s.field(""); }), "modulus");
    expect_part(refused<runtime::InputError>([&] { s.field("1"); }), "modulus");
    expect_part(refused<runtime::InputError>([&] { s.field("2^255-"); }), "^");
    expect_part(refused<runtime::InputError>([&] { s.field("runtime"); }), "mul_mod");
    expect_part(refused<Unsupported>([&] { s.field("2^40000-1"); }), "32768");
    const Field f = s.field("2^61-1");
    expect_part(refused<runtime::InputError>([&] { f.function("mull"); }), "mul");
    expect_part(refused<runtime::InputError>([&] { f.compile("a*"); }), "compile: expected a name");
    expect_part(refused<runtime::InputError>([&] { f.compile(""); }), "compile: the expression is empty");
    expect_part(refused<runtime::InputError>([&] { f.function("expr"); }), "compile");
    expect_part(refused<runtime::InputError>([&] { f.function("divrem"); }), "whole numbers");
    expect_part(refused<runtime::InputError>([&] { f.array_of("num", 3); }), "elem");
}

TEST_CASE("words of numbers that are too large change nothing") {
    const Session s(place::host);
    const auto refuses = [](const Array& to, std::vector<std::uint32_t> last) {
        std::vector<std::uint32_t> words(2 * to.size());
        std::ranges::copy(last, words.end() - 2);
        write_words(to, words.data());
        words[0] = 1, words.back() = 0xffffffff;
        const std::string message = refused<runtime::InputError>([&] { write_words(to, words.data()); });
        std::vector<std::uint32_t> after(words.size());
        read_words(to, after.data());
        CHECK(after.front() == 0);
        CHECK(std::ranges::equal(std::span(after).last(2), last));
        return message;
    };
    const Array residues = s.field("2^61-1").array(3), narrow = s.uint(40).array(2);
    CHECK(refuses(residues, {0xfffffffe, 0x1fffffff}) == "write_words: number 2 is not below the modulus");
    CHECK(refuses(residues, {0xffffffff, 0x1ffffffe}) == "write_words: number 2 is not below the modulus");
    CHECK(refuses(narrow, {0xffffffff, 0xff}) == "write_words: number 1 is not below 2^40");
    const std::vector<std::uint32_t> modulus{0xffffffff, 0x1fffffff, 0, 0, 0, 0}, greatest(8, 0xffffffff);
    CHECK(refused<runtime::InputError>([&] { write_words(residues, modulus.data()); }) ==
          "write_words: number 0 is not below the modulus");
    write_words(s.uint(64).array(4), greatest.data());
}

TEST_CASE("arguments that do not fit") {
    const Session s(place::host), other(place::host);
    const Field f = s.field("2^61-1"), g = s.field("2^89-1");
    const Array a = f.array(3), b = f.array(4), r = f.array(3);
    write_text(a, {"1", "2", "3"});
    expect_part(refused<runtime::InputError>([&] { f.mul(r, a); }), "r = mul(a, b)");
    expect_part(refused<runtime::InputError>([&] { f.mul(r, a, b); }), "operand b has 4 numbers");
    expect_part(refused<runtime::InputError>([&] { f.mul(r, a, g.array(3)); }),
                "operand b is of numbers modulo");
    expect_part(refused<runtime::InputError>([&] { f.mul(r, a, other.field("2^61-1").array(3)); }),
                "another session");
    expect_part(refused<runtime::InputError>([&] { f.mul(r, a, f.array_of("plain", 3)); }),
                "should be of elem");
    expect_part(refused<runtime::InputError>([&] { f.mul("5", a, a); }), "should be an array");
    expect_part(refused<runtime::InputError>([&] { f.mul(r, a, "2^61"); }),
                "operand b: '2^61' is not below the modulus");
    expect_part(refused<runtime::InputError>([&] { f.mul(r, a, "x"); }), "operand b");
    expect_part(refused<runtime::InputError>([&] { f.mul(r, a, static_cast<const char*>(nullptr)); }),
                "operand b");
    const Array exponent = f.array_of("exponent", 1);
    expect_part(refused<runtime::InputError>([&] { write_text(exponent, {"2^99"}); }),
                "number 0 is not below 2^64");
    expect_part(refused<runtime::InputError>([&] { f.pow(r, a, -1); }), "negative");
    expect_part(refused<runtime::InputError>([&] { write_text(a, {"1"}); }), "1 number for an array of 3");
    expect_part(refused<runtime::InputError>([&] {
                    write_text(a, {"1", "2^61", "0"});
                }),
                "number 1 is not below");
    expect_part(refused<runtime::InputError>([&] { write_text(a, {"1", "two", "0"}); }), "number 1");
    expect_part(refused<runtime::InputError>([&] { write_bytes(a, std::vector<unsigned char>(7), 2); }),
                "7 bytes");
    CHECK(read_text(a) == std::vector<std::string>{"1", "2", "3"});

    const UInt u = s.uint(64);
    const Array q = u.array(2);
    expect_part(refused<runtime::InputError>([&] { u.divrem(q, q, q, q); }), "remainder and q overlap");
    expect_part(refused<runtime::InputError>([&] { u.view(nullptr, 2); }), "null");
    std::uint32_t words[8] = {};
    expect_part(refused<runtime::InputError>([&] { u.view(words, 4, arrangement::limb_major, 2); }),
                "row of 2");
    expect_part(refused<runtime::InputError>([&] { u.view(words, index64{1} << 61); }), "no memory");
    auto* const between = reinterpret_cast<std::uint32_t*>(reinterpret_cast<char*>(words) + 1);
    expect_part(refused<runtime::InputError>([&] { u.view(between, 1); }), "aligned");
}

TEST_CASE("views that share words") {
    const Session s(place::host);
    const UInt u = s.uint(64);
    std::uint32_t words[16] = {};
    const auto pieces = arrangement::number_major;
    const Array a = u.view(words, 2, pieces), shifted = u.view(words + 2, 2, pieces), z = u.array(2);
    write_text(z, {"7", "9"});
    expect_part(refused<runtime::InputError>([&] { u.divrem(a, shifted, z, 4); }), "remainder and q overlap");
    expect_part(refused<runtime::InputError>([&] { u.add(shifted, z, a); }), "r and b overlap");
    expect_part(refused<runtime::InputError>([&] { u.add(u.view(words, 2), a, z); }), "r and a overlap");
    u.add(a, a, z);  // in place
    CHECK(read_text(a) == std::vector<std::string>{"7", "9"});

    // rows of four, the left halves and the right ones
    const Array left = u.view(words, 2, arrangement::limb_major, 4);
    const Array right = u.view(words + 2, 2, arrangement::limb_major, 4);
    u.divrem(left, right, z, 4);
    CHECK(read_text(left) == std::vector<std::string>{"1", "2"});
    CHECK(read_text(right) == std::vector<std::string>{"3", "1"});
}

TEST_CASE("handles that were moved from go on") {
    Session s(place::host);
    const Session t = std::move(s);
    Field f = s.field("2^61-1");
    const Field g = std::move(f);
    Array a = f.array(1);
    const Array b = std::move(a);
    Function square = f.function("sqr");
    const Function other = std::move(square);
    write_text(a, {"-2"});
    square(a, a);
    CHECK(read_text(b) == std::vector<std::string>{"4"});
    CHECK(f.modulus() == g.modulus());
    CHECK(s.device() == t.device());
}

TEST_CASE("memory that is missing leaves the session usable") {
    const Session s(place::host);
    const Field f = s.field("2^61-1");
    const Array a = f.array(1);
    expect_part(refused<OutOfMemory>([&] { f.array(std::numeric_limits<index64>::max()); }), "memory");
    expect_part(refused<OutOfMemory>([&] { f.array(index64{1} << 50); }), "memory");
    write_text(a, {"-1"});
    f.mul(a, a, a);
    CHECK(read_text(a) == std::vector<std::string>{"1"});
}

TEST_CASE("a GPU that is not there is said to be so") {
    if (has_device()) {
        MESSAGE("skipped: there is a GPU");
        return;
    }
    expect_part(refused<runtime::NoDevice>([] { Session{place::device}; }), "CUDA");
    expect_part(refused<runtime::NoDevice>([] { Session{place::gpu(3)}; }), "CUDA");
    CHECK(Session().where() == place::host);
}

TEST_CASE("handles keep the objects that they need") {
    Function product = [] {
        const Session s(place::host);
        return s.field("2^89-1").function("mul");
    }();
    const Array r = product.array_for(0, 2), a = product.array_for(1, 2);
    write_text(a, {"5", "-2"});
    product(r, a, "3");
    CHECK(read_text(r) == std::vector<std::string>{"15", "618970019642690137449562105"});
    CHECK(product.signature() == "r = mul(a, b)");
}

TEST_CASE("empty arrays, views of the caller's words, bytes") {
    const Session s(place::host);
    const UInt u = s.uint(40);
    const Array none = u.array(0);
    u.add(none, none, none);
    CHECK(read_text(none).empty());
    std::uint32_t words[] = {1, 2, 3, 0, 7, 7, 9, 0};  // limb-major, a row of 4
    const Array view = u.view(words, 3, arrangement::limb_major, 4);
    CHECK(read_text(view, radix::hexadecimal) ==
          std::vector<std::string>{"0x700000001", "0x700000002", "0x900000003"});
    u.add(view, view, 1);
    CHECK(words[0] == 2);
    CHECK(words[3] == 0);
    const Array pair = u.array(2, arrangement::number_major);
    write_bytes(pair, {1, 2, 3, 4, 5, 0, 0, 0, 0, 255}, 5, byte_order::big);
    CHECK(read_text(pair, radix::hexadecimal) == std::vector<std::string>{"0x102030405", "0xff"});
    CHECK(read_bytes(pair)[0] == 5);
}

TEST_CASE("numbers of GMP") {
    const Session s(place::host);
    const Array a = s.field("2^89-1").array(2);
    mpz_class numbers[] = {mpz_class("618970019642690137449562110"), 3};
    mpz_t raw[2];
    for (int k = 0; k < 2; ++k) mpz_init_set(raw[k], numbers[k].get_mpz_t());
    write_mpz(a, raw);
    CHECK(read_text(a) == std::vector<std::string>{"618970019642690137449562110", "3"});
    mpz_add_ui(raw[0], raw[0], 1);
    expect_part(refused<runtime::InputError>([&] { write_mpz(a, raw); }), "number 0");
    mpz_mul_2exp(raw[0], raw[0], 100);
    expect_part(refused<runtime::InputError>([&] { write_mpz(a, raw); }), "number 0 is too large");
    mpz_neg(raw[1], raw[1]);
    mpz_set_ui(raw[0], 5);
    expect_part(refused<runtime::InputError>([&] { write_mpz(a, raw); }), "number 1 is negative");
    read_mpz(raw, a);
    for (int k = 0; k < 2; ++k) {
        CHECK(mpz_class(raw[k]) == numbers[k]);
        mpz_clear(raw[k]);
    }
}

}  // namespace limbsmith::test
