// ECDSA (FIPS 186-5, section 6.4) and Schnorr signatures (BIP 340), on a curve over FIELD whose generator G
// has ORDER's N as its order n. Hashes are arguments.
#include "known_weierstrass.hpp"

namespace {

using known::Curve;
using known::expect;
using known::number;
using known::Point;
using known::Values;

using Scalar = ORDER::elem;

Scalar scalar(const std::string& text) { return known::element<ORDER::plain>(text); }

Point multiple(const Curve& curve, const Point& p, const Scalar& k) {
    return known::multiple(curve, p, known::value(to_plain(k)));
}

// The x-coordinate modulo n.
Scalar x_modulo_n(const Point& p) {
    Integer x = known::value(to_plain(p.x));
    mpz_mod(x.z, x.z, known::value(ORDER::modulus()).z);
    return known::element<ORDER::plain>(x);
}

// a b G; the private key x, the public key U = x*G; the hash e, the nonce k, the signature r and s
void check_ecdsa(const Values& v) {
    const Curve curve = known::weierstrass(v[0], v[1]);
    const Point G = known::point(curve, v[2], v[3]), U = known::point(curve, v[5], v[6]);
    const Scalar x = scalar(v[4]), e = scalar(v[7]), k = scalar(v[8]), r = scalar(v[9]), s = scalar(v[10]);
    expect(known::same(multiple(curve, G, x), U), "U = x*G");
    expect(eq(x_modulo_n(multiple(curve, G, k)), r), "r = x of k*G");
    expect(eq(mul(inv(k), add(e, mul(r, x))), s), "s = (e + r*x)/k");
    const Scalar w = inv(s);
    const Point R = curve::sum(curve, multiple(curve, G, mul(e, w)), multiple(curve, U, mul(r, w)));
    expect(eq(x_modulo_n(R), r), "x of (e/s)*G + (r/s)*U");
}

// The point with this x and an even y, if there is one.
bool lift(const Curve& curve, const Integer& x, Point& out) {
    FIELD::plain residue;
    if (!known::is_residue(x, residue)) return false;
    out = {to_elem(residue), {}, 0};
    uint32_t exists = 0;
    out.y = sqrt(add(mul(add(sqr(out.x), curve.a), out.x), curve.b), exists);
    if (known::is_odd(out.y)) out.y = neg(out.y);
    return exists;
}

bool is_schnorr_signature(const Curve& curve, const Point& G, const Values& v) {
    Point P;
    FIELD::plain r;
    ORDER::plain s;
    if (!lift(curve, number(v[4]), P)) return false;
    if (!known::is_residue(number(v[6]), r) || !known::is_residue(number(v[7]), s)) return false;
    const Point R = curve::sum(curve, multiple(curve, G, to_elem(s)), multiple(curve, P, neg(scalar(v[5]))));
    return !R.at_infinity && !known::is_odd(R.y) && eq(R.x, to_elem(r));
}

// a b G; x of the public key, the hash e modulo n, the signature r and s, whether it is one
void check_schnorr(const Values& v) {
    const Curve curve = known::weierstrass(v[0], v[1]);
    const bool valid = is_schnorr_signature(curve, known::point(curve, v[2], v[3]), v);
    expect(valid == (v[8] == "1"), "whether the signature is valid");
}

}  // namespace

int main(int argc, char** argv) {
    return known::run(argc, argv, {{"ecdsa", 11, check_ecdsa}, {"schnorr", 9, check_schnorr}});
}
