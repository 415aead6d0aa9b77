// Numbers below 2^bits, modulo 2^(32·ceil(bits/32)). 0 as a modulus or exponent of a container stands for the container.
#include <algorithm>

#include "operation/row.hpp"

namespace limbsmith {
namespace {

using E = Evaluation;

// The residue in [0, modulus - 1], for values of either sign.
mpz_class mod(const mpz_class& value, const mpz_class& modulus) {
    mpz_class result;
    mpz_fdiv_r(result.get_mpz_t(), value.get_mpz_t(), modulus.get_mpz_t());
    return result;
}
mpz_class reduced(const E& e, const mpz_class& value) { return mod(value, e.ring.modulus); }

// 0 stands for 2^(32·limbs).
const mpz_class& modulus(const E& e, size_t i) { return e.in[i] == 0 ? e.ring.modulus : e.in[i]; }

// The value of the limbs in two's complement.
mpz_class as_signed(const E& e, size_t i) {
    return 2 * e.in[i] < e.ring.modulus ? e.in[i] : mpz_class(e.in[i] - e.ring.modulus);
}

// Counts from the number of all bits on are the same.
mp_bitcnt_t distance(const E& e) {
    return mpz_class(std::min(e.b(), mpz_class(e.ring.container_bits()))).get_ui();
}

// All ones, and the low bits of the dividend that fit, where the divisor is 0.
void divide(E& e, uint64_t remainder_bits) {
    if (e.b() == 0) {
        e.r() = e.ring.modulus - 1;
        mpz_fdiv_r_2exp(e.s().get_mpz_t(), e.a().get_mpz_t(), remainder_bits);
    } else {
        mpz_fdiv_qr(e.r().get_mpz_t(), e.s().get_mpz_t(), e.a().get_mpz_t(), e.b().get_mpz_t());
    }
}

std::vector<Operation> operations() {
    using enum Operation::Signs;
    return {
        row("add a b -> r #carry", "a + b",
            [](E& e) {
                e.r() = e.a() + e.b();
                e.s() = e.r() >= e.ring.modulus;
                if (e.s() != 0) e.r() -= e.ring.modulus;
            }),
        row("sub a b -> r #borrow", "a - b modulo 2^(32*limbs)", either,
            [](E& e) {
                e.r() = reduced(e, e.a() - e.b());
                e.s() = e.a() < e.b();
            }),
        row("mul a b", "a*b", [](E& e) { e.r() = e.a() * e.b(); }),
        row("sqr a", "a^2", [](E& e) { e.r() = e.a() * e.a(); }),
        row("mul_lo a b", "a*b modulo 2^(32*limbs)", [](E& e) { e.r() = reduced(e, e.a() * e.b()); }),
        row("mul_hi a b", "floor(a*b/2^(32*limbs))",
            [](E& e) { e.r() = e.a() * e.b() >> e.ring.container_bits(); }),
        row("divrem a b -> q remainder", "floor(a/b), a mod b; all ones, a for b = 0",
            [](E& e) { divide(e, e.ring.container_bits()); }),
        row("sqrt a", "floor(sqrt(a))", [](E& e) { mpz_sqrt(e.r().get_mpz_t(), e.a().get_mpz_t()); }),
        row("mul_mod a b m", "a*b mod m; m = 0 stands for 2^(32*limbs)",
            [](E& e) { e.r() = e.a() * e.b() % modulus(e, 2); }),
        row("pow_mod a #e m", "a^e mod m; m = 0 stands for 2^(32*limbs)",
            [](E& e) {
                mpz_powm(e.r().get_mpz_t(), e.a().get_mpz_t(), e.b().get_mpz_t(), modulus(e, 2).get_mpz_t());
            }),
        row("shl a #count", "a*2^count modulo 2^(32*limbs)", either,
            [](E& e) { e.r() = reduced(e, e.a() << distance(e)); }),
        row("shr a #count", "floor(a/2^count)", [](E& e) { e.r() = e.a() >> distance(e); }),
        row("lt a b", "1 if a < b, else 0", [](E& e) { e.r() = e.a() < e.b(); }),
        row("eq a b", "1 if a = b, else 0", either, [](E& e) { e.r() = e.a() == e.b(); }),
        row("bit_length a", "the least n with a < 2^n",
            [](E& e) { e.r() = e.a() == 0 ? 0ul : mpz_sizeinbase(e.a().get_mpz_t(), 2); }),
        row("neg a", "-a modulo 2^(32*limbs)", either, [](E& e) { e.r() = reduced(e, -e.a()); }),
        row("cneg #condition a", "-a modulo 2^(32*limbs) if condition, else a", either,
            [](E& e) { e.r() = e.a() != 0 ? reduced(e, -e.b()) : e.b(); }),
        row("smul a b", "a*b of numbers in two's complement", twos_complement,
            [](E& e) {
                e.r() =
                    mod(as_signed(e, 0) * as_signed(e, 1), mpz_class(1) << (2 * e.ring.bits + 31) / 32 * 32);
            }),
        row("slt a b", "1 if a < b in two's complement, else 0", twos_complement,
            [](E& e) { e.r() = as_signed(e, 0) < as_signed(e, 1); }),
        row("sshr a #count", "floor(a/2^count) in two's complement", twos_complement,
            [](E& e) { e.r() = reduced(e, as_signed(e, 0) >> distance(e)); }),
        row("is_zero a", "1 if a = 0, else 0", either, [](E& e) { e.r() = e.a() == 0; }),
        row("select #condition a b", "a if condition, else b", either,
            [](E& e) { e.r() = e.a() != 0 ? e.b() : e.c(); }),
        row("cswap #condition a b -> r other", "b, a if condition, else a, b", either,
            [](E& e) {
                e.r() = e.a() != 0 ? e.c() : e.b();
                e.s() = e.a() != 0 ? e.b() : e.c();
            }),
        row("min a b", "the smaller of a and b", [](E& e) { e.r() = std::min(e.a(), e.b()); }),
        row("max a b", "the larger of a and b", [](E& e) { e.r() = std::max(e.a(), e.b()); }),
        row("and_ a b", "a & b", either, [](E& e) { e.r() = e.a() & e.b(); }),
        row("or_ a b", "a | b", either, [](E& e) { e.r() = e.a() | e.b(); }),
        row("xor_ a b", "a xor b", either, [](E& e) { e.r() = e.a() ^ e.b(); }),
        row("not_ a", "2^(32*limbs) - 1 - a", either, [](E& e) { e.r() = e.ring.modulus - 1 - e.a(); }),
        row("mod_add a b m", "(a + b) mod m", [](E& e) { e.r() = mod(e.a() + e.b(), e.c()); }),
        row("mod_sub a b m", "(a - b) mod m", [](E& e) { e.r() = mod(e.a() - e.b(), e.c()); }),
        row("mod_neg a m", "-a mod m", [](E& e) { e.r() = mod(-e.a(), e.b()); }),
        row("divrem1 a d -> q remainder", "floor(a/d), a mod d; all ones, the lowest limb of a for d = 0",
            [](E& e) { divide(e, 32); }),
        row("expr", "the expression of --expr", either, nullptr),
        row("gcd a b", "the greatest common divisor; gcd(0, 0) = 0",
            [](E& e) { mpz_gcd(e.r().get_mpz_t(), e.a().get_mpz_t(), e.b().get_mpz_t()); }),
    };
}

}  // namespace

std::vector<NumberSystem> whole_table() {
    return {{"whole", "whole numbers below 2^bits, modulo 2^(32*ceil(bits/32))", operations()}};
}

}  // namespace limbsmith
