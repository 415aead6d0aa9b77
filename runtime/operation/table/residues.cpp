// Residues modulo N, in [0, N - 1].
#include "operation/row.hpp"

namespace limbsmith {
namespace {

using E = Evaluation;

mpz_class mod(const E& e, const mpz_class& value) {
    mpz_class result;
    mpz_fdiv_r(result.get_mpz_t(), value.get_mpz_t(), e.ring.modulus.get_mpz_t());
    return result;
}

void sum_of_products(E& e) {
    mpz_class sum = 0;
    for (size_t i = 0; i + 1 < e.in.size(); i += 2) sum += e.in[i] * e.in[i + 1];
    e.r() = mod(e, sum);
}

void power(E& e) {
    mpz_powm(e.r().get_mpz_t(), e.a().get_mpz_t(), e.b().get_mpz_t(), e.ring.modulus.get_mpz_t());
}

void inverse(E& e) {
    if (mpz_invert(e.r().get_mpz_t(), e.a().get_mpz_t(), e.ring.modulus.get_mpz_t()) == 0) e.r() = 0;
}

// -1 is a word in two's complement.
Operation legendre() {
    Operation made = row(
        "legendre a -> #r", "0 for 0, 1 for other squares, else -1", Operation::Needs::odd_prime, [](E& e) {
            e.r() = static_cast<uint32_t>(mpz_legendre(e.a().get_mpz_t(), e.ring.modulus.get_mpz_t()));
        });
    made.signs = Operation::Signs::either;
    return made;
}

std::vector<Operation> operations() {
    using enum Operation::Signs;
    using enum Operation::Needs;
    return {
        row("add a b", "a + b", [](E& e) { e.r() = mod(e, e.a() + e.b()); }),
        row("sub a b", "a - b", [](E& e) { e.r() = mod(e, e.a() - e.b()); }),
        row("neg a", "-a", [](E& e) { e.r() = mod(e, -e.a()); }),
        row("dbl a", "2*a", [](E& e) { e.r() = mod(e, 2 * e.a()); }),
        row("halve a", "a/2", odd,
            [](E& e) {
                e.r() = (mpz_odd_p(e.a().get_mpz_t()) ? mpz_class(e.a() + e.ring.modulus) : e.a()) / 2;
            }),
        row("cneg #condition a", "-a if condition, else a",
            [](E& e) { e.r() = e.a() != 0 ? mod(e, -e.b()) : e.b(); }),
        row("mul a b", "a*b", [](E& e) { e.r() = mod(e, e.a() * e.b()); }),
        row("sqr a", "a^2", [](E& e) { e.r() = mod(e, e.a() * e.a()); }),
        row("mul_small a #factor", "a*factor", [](E& e) { e.r() = mod(e, e.a() * e.b()); }),
        row("mul_add2 a b c d", "a*b + c*d", sum_of_products),
        row("mul_add3 a b c d e f", "a*b + c*d + e*f", sum_of_products),
        row("mul_add4 a b c d e f g h", "a sum of 4 products", sum_of_products),
        row("mul_add6 a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 a5 b5", "a sum of 6 products", sum_of_products),
        row("mul_add8 a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6 a7 b7", "a sum of 8 products",
            sum_of_products),
        row("mul_sub2 a b c d", "a*b - c*d",
            [](E& e) { e.r() = mod(e, e.in[0] * e.in[1] - e.in[2] * e.in[3]); }),
        row("eq a b -> #r", "1 if a = b, else 0", [](E& e) { e.r() = e.a() == e.b(); }),
        row("is_zero a -> #r", "1 if a = 0, else 0", [](E& e) { e.r() = e.a() == 0; }),
        row("select #condition a b", "a if condition, else b",
            [](E& e) { e.r() = e.a() != 0 ? e.b() : e.c(); }),
        row("cswap #condition a b -> r other", "b, a if condition, else a, b",
            [](E& e) {
                e.r() = e.a() != 0 ? e.c() : e.b();
                e.s() = e.a() != 0 ? e.b() : e.c();
            }),
        row("sqr_n a #count", "a^(2^count)",
            [](E& e) {
                const mpz_class exponent = mpz_class(1) << e.b().get_ui();
                mpz_powm(e.r().get_mpz_t(), e.a().get_mpz_t(), exponent.get_mpz_t(),
                         e.ring.modulus.get_mpz_t());
            }),
        row("pow a #exponent", "a^exponent", power),
        row("pow_secret a #exponent", "a^exponent", power),
        legendre(),
        row("inv a", "1/a; 0 if there is none", inverse),
        row("batch_inv a", "1/a; 0 if there is none", inverse),
    };
}

}  // namespace

std::vector<NumberSystem> residues_table() { return {{"residues", "residues modulo N", operations()}}; }

}  // namespace limbsmith
