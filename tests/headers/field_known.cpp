// Published equations and values, computed with headers for the moduli of the standards.
//
// The headers come by -include: secp256k1_p, secp256k1_n, p256, bls12_381 and fe25519. stdout: one line for
// each modulus; the first value that is not the published one ends the program.
#include <stdio.h>
#include <stdlib.h>

#include "integer.hpp"

namespace {

int values = 0;

void expect(bool right, const char* what) {
    ++values;
    if (right) return;
    fprintf(stderr, "%s is wrong\n", what);
    exit(1);
}

void report(const char* name) {
    printf("%s: %d published values\n", name, values);
    values = 0;
}

// The residue of a number in decimal or 0x. Functions are found by their arguments: which to_elem is to be
// called is said by a plain.
template <class Plain>
auto element(const char* text) -> decltype(to_elem(Plain())) {
    Integer x;
    if (mpz_set_str(x.z, text, 0) != 0) abort();
    Plain plain = {};
    if (mpz_sizeinbase(x.z, 2) > 8 * sizeof plain.limb) abort();
    mpz_export(plain.limb, nullptr, -1, sizeof plain.limb[0], 0, 0, x.z);
    if (!is_canonical(plain)) abort();
    return to_elem(plain);
}

template <class Elem>
Elem cube(const Elem& x) {
    return mul(sqr(x), x);
}

// y^2 = x^3 + a*x + b
template <class Elem>
bool on_curve(const Elem& x, const Elem& y, const Elem& a, const Elem& b) {
    return eq(sqr(y), add(mul_add2(sqr(x), x, a, x), b));
}

// SEC 2, version 2, section 2.4.1; the roots of unity of the endomorphism from libsecp256k1.
void check_secp256k1() {
    const auto p = element<secp256k1_p::plain>;
    expect(on_curve(p("0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
                    p("0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"), p("0"), p("7")),
           "generator of secp256k1");
    const auto beta = p("0x7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501ee");
    expect(eq(cube(beta), p("1")) && !eq(beta, p("1")), "cube root of unity of secp256k1's field");
    const auto n = element<secp256k1_n::plain>;
    const auto lambda = n("0x5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72");
    expect(eq(cube(lambda), n("1")) && !eq(lambda, n("1")), "cube root of unity of secp256k1's order");
    report("secp256k1");
}

// NIST SP 800-186, section 3.2.1.3
void check_p256() {
    const auto p = element<p256::plain>;
    expect(on_curve(p("0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"),
                    p("0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"), neg(p("3")),
                    p("0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b")),
           "generator of P-256");
    report("p256");
}

// The generator of G1, from the IETF draft on pairing-friendly curves.
void check_bls12_381() {
    const auto p = element<bls12_381::plain>;
    expect(on_curve(p("0x17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3a"
                      "f00adb22c6bb"),
                    p("0x08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa"
                      "232946c5e7e1"),
                    p("0"), p("4")),
           "generator of BLS12-381");
    report("bls12_381");
}

// RFC 8032, section 5.1 (d, the base point B) and section 5.1.3 (the root of -1); RFC 7748, section 4.1 (the
// base point of curve25519 and its A).
void check_25519() {
    const auto p = element<fe25519::plain>;
    const auto one = fe25519::one(), minus_one = neg(one);
    const auto root = p("19681161376707505956807079304988542015446066515923890162744021073123829784752");
    expect(eq(sqr(root), minus_one), "square root of -1");
    uint32_t exponent[8] = {0xfffffffb, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, 0x1fffffff};  // (N-1)/4
    expect(eq(pow(p("2"), exponent, 8), root), "2^((N-1)/4)");
    expect(eq(pow_secret(p("2"), exponent, 8), root), "2^((N-1)/4)");

    const auto d = p("37095705934669439343138083508754565189542113879843219016388785533085940283555");
    expect(eq(neg(mul(p("121665"), inv(p("121666")))), d), "d = -121665/121666");
    const auto x = p("15112221349535400772501151409588531511454012693041857206046113283949847762202");
    const auto y = p("46316835694926478169428394003475163141307993866256225615783033603165251855960");
    expect(eq(y, mul(p("4"), inv(p("5")))), "y of B is 4/5");
    expect(eq(sub(sqr(y), sqr(x)), add(one, mul(d, mul(sqr(x), sqr(y))))),
           "-x^2 + y^2 = 1 + d*x^2*y^2 for B");

    const auto u = p("9"),
               v = p("14781619447589544791020593568409986887264606134616475288964881837755586237401");
    expect(eq(sqr(v), mul(u, add(mul(u, add(u, p("486662"))), one))), "v^2 = u^3 + 486662*u^2 + u");
    expect(eq(mul(add(one, y), inv(sub(one, y))), u), "u = (1 + y)/(1 - y)");
    report("fe25519");
}

}  // namespace

int main() {
    check_secp256k1();
    check_p256();
    check_bls12_381();
    check_25519();
    return 0;
}
