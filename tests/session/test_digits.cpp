// Numbers in signed digits of a session, on the host and on a GPU if there is one, against GMP.
#include <doctest/doctest.h>
#include <gmpxx.h>

#include <random>
#include <string>
#include <vector>

#include "limbsmith/digits_gmp.hpp"
#include "limbsmith/session.hpp"

namespace limbsmith::test {
namespace {

template <class Call>
std::string message(const Call& call) {
    try {
        call();
    } catch (const runtime::Error& error) {
        return error.what();
    }
    return "nothing is refused";
}

bool has(const std::string& text, const char* part) {
    INFO(text);
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("session digits: every operation") {
    std::vector<place> places{place::host};
    if (Session().where().is_gpu()) places.push_back(place::device);
    std::mt19937_64 engine(1);
    for (const place where : places) {
        const Session s(where);
        for (const SignedDigits system : {SignedDigits{10, 6, 8},
                                          {10, 6, 37},
                                          {1u << 12, (1u << 11) + 1, 33},
                                          {1'000'000'000, 500'000'001, 8},
                                          {1'000'000'000, 500'000'001, 33},
                                          {1u << 30, (1u << 29) + 1, 17}}) {
            CAPTURE(system.count);
            const Digits d = s.digits(system.radix, system.count);
            const size_t count = 200;
            const Array a = d.array(count), b = d.array(count), r = d.array(count),
                        wide = d.array_of("wide", count), word = d.array_of("uint32_t", count);
            const auto words = static_cast<size_t>(a.words()), digits = static_cast<size_t>(system.count);
            std::vector<uint32_t> x(words * count), y(words * count);
            const auto D = static_cast<int64_t>(system.bound);
            for (std::vector<uint32_t>* of : {&x, &y})
                for (size_t i = 0; i < of->size(); ++i) {
                    const auto any = static_cast<int64_t>(engine() % static_cast<uint64_t>(2 * D + 1)) - D;
                    const size_t k = i / words;
                    const int64_t digit = k == 0 ? D : k == 1 ? -D : k == 2 ? 0 : any;
                    (*of)[i] = i % words < digits ? static_cast<uint32_t>(digit) : 0;
                }
            write_words(a, x.data());
            write_words(b, y.data());
            std::vector<mpz_class> p, q;
            for (size_t t = 0; t < count; ++t) {
                p.push_back(value_of(x.data() + t * words, system));
                q.push_back(value_of(y.data() + t * words, system));
            }
            mpz_class end;
            mpz_ui_pow_ui(end.get_mpz_t(), system.radix, static_cast<unsigned long>(system.count));
            std::vector<uint32_t> w(count);
            const auto same = [&](const Array& from, const auto& value) {
                const std::vector<std::string> text = read_text(from);
                for (size_t t = 0; t < count; ++t) REQUIRE(mpz_class(text[t]) == value(t));
            };
            const auto signed_words = [&] { read_words(word, w.data()); };
            const auto same_modulo = [&](int sign) {
                const std::vector<std::string> text = read_text(r);
                for (size_t t = 0; t < count; ++t) {
                    const mpz_class over = mpz_class(text[t]) - (p[t] + sign * q[t]);
                    REQUIRE(over % end == 0);
                    REQUIRE(abs(over) <= end);
                }
            };
            d.add(r, a, b);
            same_modulo(1);
            d.sub(r, a, b);
            same_modulo(-1);
            d.neg(r, a);
            same(r, [&](size_t t) { return mpz_class(-p[t]); });
            d.mul(wide, a, b);
            same(wide, [&](size_t t) { return mpz_class(p[t] * q[t]); });
            d.sign(word, a);
            signed_words();
            for (size_t t = 0; t < count; ++t) REQUIRE(static_cast<int32_t>(w[t]) == sgn(p[t]));
            d.compare(word, a, b);
            signed_words();
            for (size_t t = 0; t < count; ++t) {
                const int order = cmp(p[t], q[t]);
                REQUIRE(static_cast<int32_t>(w[t]) == (order > 0) - (order < 0));
            }
            d.compare(word, a, "-1");
        }
    }
}

TEST_CASE("session digits: text, and what is refused by name") {
    const Session s(place::host);
    const Digits d = s.digits(10, 8);
    const Array a = d.array(3), r = d.array(3);
    write_text(a, {"556", "-179", "-66666666"});
    CHECK(read_text(a) == std::vector<std::string>{"556", "-179", "-66666666"});
    CHECK(read_text(a, radix::hexadecimal)[1] == "-0xb3");
    CHECK(has(message([&] {
                  write_text(a, {"0", "66666667", "0"});
              }),
              "number 1 has more than 8 digits from -6 to 6"));
    std::vector<uint32_t> words(24);
    words[9] = 7;
    CHECK(has(message([&] { write_words(a, words.data()); }), "number 1 has the digit 7"));
    CHECK(read_text(a)[0] == "556");
    CHECK(has(message([&] { read_bytes(a); }), "read_bytes"));
    CHECK(has(message([&] { resize(s.uint(64).array(3), a); }), "resize is not for numbers of 8 digits"));
    CHECK(has(message([&] { d.compile("a+b"); }), "compile"));
    CHECK(has(message([&] { d.function("sqr"); }), "sqr"));
    CHECK(has(message([&] { s.digits(10, 8, 5); }), "D from 6 to 9"));
    CHECK(has(message([&] { s.digits(2, 8); }), "--radix 3"));
    CHECK(has(message([&] { s.digits(10, 8, 9).function("mul").prepare(); }), "--digit-bound 7"));
    CHECK(d.operations() == std::vector<std::string>{"add", "sub", "neg", "mul", "compare", "sign"});
}

}  // namespace limbsmith::test
