// The printed routines, compiled, against GMP.
#include <doctest/doctest.h>

#include "eval/samples.hpp"
#include "printed_routines.hpp"
#include "routine/field.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

// Numbers of a printed struct F.
template <class Number>
Number number_of(const mpz_class& value) {
    Number number{};
    const std::vector<uint32_t> words = eval::to_words(value, std::size(number.limb));
    std::copy(words.begin(), words.end(), number.limb);
    return number;
}
template <class Number>
mpz_class value_of(const Number& number) {
    return eval::from_words(number.limb);
}

// A modulus and its functions, whether it is known to the header or not.
template <class F, class... Modulus>
struct Subject {
    mpz_class n;
    std::tuple<Modulus...> m{};

    template <class Function>
    auto call(const Function& function) const {
        return std::apply(function, m);
    }
    typename F::elem elem(const mpz_class& residue) const {
        return call(
            [&](const auto&... it) { return F::to_elem(number_of<typename F::plain>(residue), it...); });
    }
    mpz_class residue(const typename F::elem& elem) const {
        return call([&](const auto&... it) { return value_of(F::to_plain(elem, it...)); });
    }
};

template <class F, class... M>
void check_powers(const Subject<F, M...>& field, const Values& values, eval::Samples& samples) {
    const mpz_class all = power_of_2(32 * F::limbs);
    for (const mpz_class& a : values) {
        for (const mpz_class& e : Values{0, 1, 15, 16, all - 1, samples.uniform(all)}) {
            const auto exponent = number_of<typename F::exponent>(e);
            field.call([&](const auto&... m) {
                const mpz_class wanted = power_of(a, e, field.n);
                REQUIRE(field.residue(F::pow(field.elem(a), exponent, m...)) == wanted);
                REQUIRE(field.residue(F::pow_secret(field.elem(a), exponent, m...)) == wanted);
                const mpz_class low = e % power_of_2(32);
                REQUIRE(field.residue(F::pow(field.elem(a), exponent.limb, 1, m...)) ==
                        power_of(a, low, field.n));
                REQUIRE(field.residue(F::pow(field.elem(a), exponent.limb, 0, m...)) == 1 % field.n);
            });
        }
        field.call([&](const auto&... m) {
            REQUIRE(field.residue(F::pow_p5(field.elem(a), m...)) == power_of(a, 65537, field.n));
        });
    }
}

template <class F, class... M>
void check_inverses(const Subject<F, M...>& field, const Values& values) {
    std::vector<typename F::elem> all, inverses(values.size());
    int invertible = 0;
    for (const mpz_class& a : values) {
        all.push_back(field.elem(a));
        invertible += gcd(a, field.n) == 1;
        field.call([&](const auto&... m) {
            uint32_t exists = 2;
            REQUIRE(field.residue(F::inv(field.elem(a), m..., exists)) == inverse_of(a, field.n));
            REQUIRE(exists == (gcd(a, field.n) == 1));
            REQUIRE(field.residue(F::inv(field.elem(a), m...)) == inverse_of(a, field.n));
        });
    }
    // all, and with a stride of 2 every second one
    const int count = static_cast<int>(all.size());
    field.call([&](const auto&... m) {
        REQUIRE(F::batch_inv(inverses.data(), all.data(), count, m...) == invertible);
        for (int i = 0; i < count; ++i) REQUIRE(field.residue(inverses[i]) == inverse_of(values[i], field.n));
        std::vector<typename F::elem> some(inverses.size(), field.elem(0));
        F::batch_inv(some.data(), all.data(), count / 2, m..., 2);
        for (int i = 0; i < count; ++i) {
            const bool is_done = i % 2 == 0 && i / 2 < count / 2;
            REQUIRE(field.residue(some[i]) == (is_done ? inverse_of(values[i], field.n) : mpz_class(0)));
        }
        REQUIRE(F::batch_inv(some.data(), all.data(), 0, m...) == 0);
    });
}

template <class F, class... M>
void check_bytes(const Subject<F, M...>& field, Values values) {
    unsigned char bytes[(F::bits + 7) / 8], back[sizeof bytes];
    for (const mpz_class& more : Values{field.n, power_of_2(8 * sizeof bytes) - 1}) {
        if (more >> (8 * sizeof bytes) == 0) values.push_back(more);
    }
    for (const mpz_class& a : values) {
        for (size_t i = 0; i < sizeof bytes; ++i)
            bytes[i] = static_cast<unsigned char>(mpz_class((a >> (8 * i)) % 256).get_ui());
        typename F::plain x;
        field.call([&](const auto&... m) { REQUIRE(F::from_bytes(x, bytes, m...) == (a < field.n)); });
        REQUIRE(value_of(x) == (a < field.n ? a : mpz_class(0)));
        F::to_bytes(back, x);
        REQUIRE(std::equal(bytes, bytes + sizeof bytes, back) == (a < field.n || a == 0));
    }
}

template <class F>
void check_roots(const Subject<F>& field, const Values& values) {
    for (const mpz_class& a : values) {
        for (const mpz_class& b : {a, mpz_class(a * a % field.n)}) {
            const int symbol = mpz_legendre(b.get_mpz_t(), field.n.get_mpz_t());
            REQUIRE(F::legendre(field.elem(b)) == symbol);
            uint32_t exists = 2;
            const mpz_class r = field.residue(F::sqrt(field.elem(b), exists));
            REQUIRE(exists == (symbol >= 0));
            REQUIRE(r * r % field.n == (symbol >= 0 ? b : mpz_class(0)));
        }
    }
}

template <class F, class... M>
void check_field(const Subject<F, M...>& field) {
    eval::Samples samples(test_seed());
    const Values values = residues(field.n, 4, samples);
    check_powers(field, values, samples);
    check_inverses(field, values);
    check_bytes(field, values);
}

template <class F>
void check_prime() {
    const Subject<F> field{mpz_class(F::expression())};
    check_field(field);
    eval::Samples samples(test_seed());
    check_roots(field, residues(field.n, 4, samples));
}

template <class W>
void check_whole() {
    eval::Samples samples(test_seed());
    const mpz_class all = power_of_2(32 * W::limbs);
    Values values{0, 1, 2, 3, all - 1, all - 2, all / 2, all / 2 - 1};
    for (int k = 0; k < 8; ++k)
        values.push_back(samples.uniform(power_of_2(1 + samples.below(32 * W::limbs))));
    for (int k = 0; k < 8; ++k) values.push_back(samples.edge(all));
    for (const mpz_class& a : values) {
        for (const mpz_class& b : values) {
            CAPTURE(hex({a, b}));
            auto x = number_of<typename W::num>(a), remainder = number_of<typename W::num>(b);
            REQUIRE(value_of(W::gcd(x, remainder)) == gcd(a, b));
            const mpz_class q = value_of(W::divrem(x, remainder, remainder));  // the divisor's own place
            REQUIRE(q == (b == 0 ? mpz_class(all - 1) : mpz_class(a / b)));
            REQUIRE(value_of(remainder) == (b == 0 ? a : mpz_class(a % b)));
        }
    }
}

}  // namespace

TEST_CASE("printed loops modulo primes agree with GMP") {
    check_prime<f17>();
    check_prime<goldilocks>();
    check_prime<fe25519>();
    check_prime<secp256k1>();
}

TEST_CASE("printed loops modulo composite numbers agree with GMP") {
    check_field(Subject<odd>{mpz_class(odd::expression())});
    check_field(Subject<even>{mpz_class(even::expression())});
}

TEST_CASE("printed loops modulo numbers that are given at run time agree with GMP") {
    const mpz_class most = power_of_2(131);
    for (const mpz_class& n : Values{3, 17, most - 1, most / 2 + 1, power_of_2(89) - 1}) {
        any131::modulus m;
        REQUIRE(any131::make_modulus(m, number_of<any131::plain>(n)) == 1);
        check_field(Subject<any131, any131::modulus>{n, {m}});
    }
    for (const mpz_class& n : Values{0, 1, 2, most, most + 1, power_of_2(160) - 1}) {
        any131::modulus m;
        REQUIRE(any131::make_modulus(m, number_of<any131::plain>(n)) == 0);
        REQUIRE(value_of(m.n) == 3);
    }
}

TEST_CASE("printed loops on whole numbers agree with GMP") {
    check_whole<whole32>();
    check_whole<whole33>();
    check_whole<whole131>();
}

}  // namespace limbsmith::test
