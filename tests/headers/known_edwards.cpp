// Ed25519 and Ed448 (RFC 8032): points of a*x^2 + y^2 = 1 + d*x^2*y^2 over FIELD, scalars modulo ORDER's N.
//
// Values of hash functions are arguments: k is the hash of (R, public key, message) modulo the order.
#include "known.hpp"

namespace {

using FIELD::elem;
using FIELD::plain;
using known::Bytes;
using known::expect;
using known::Values;

elem element(const std::string& text) { return known::element<plain>(text); }

struct Curve {
    elem a, d;
};

struct Point {
    elem x, y;
};

bool same(const Point& p, const Point& q) { return eq(p.x, q.x) && eq(p.y, q.y); }

// Defined for every pair of points, because a is a square and d is not.
Point sum(const Curve& curve, const Point& p, const Point& q) {
    const elem product = mul(curve.d, mul(mul(p.x, q.x), mul(p.y, q.y)));
    elem denominator[2] = {add(FIELD::one(), product), sub(FIELD::one(), product)}, inverse[2];
    expect(batch_inv(inverse, denominator, 2) == 2, "batch_inv");
    return {mul(mul_add2(p.x, q.y, p.y, q.x), inverse[0]),
            mul(mul_sub2(p.y, q.y, mul(curve.a, p.x), q.x), inverse[1])};
}

Point multiple(const Curve& curve, const Point& p, const Integer& k) {
    Point r = {FIELD::zero(), FIELD::one()};
    for (size_t i = mpz_sizeinbase(k.z, 2); i-- > 0;) {
        r = sum(curve, r, r);
        if (mpz_tstbit(k.z, i)) r = sum(curve, r, p);
    }
    return r;
}

// Section 5.1.3 and 5.2.3: y little-endian, and in the topmost bit of the last byte whether x is odd.
Point decoded(const Curve& curve, const std::string& text) {
    Bytes in = known::bytes(text);
    expect(in.size() == FIELD::bits / 8 + 1, "the length of a point");
    const bool odd = in.back() >> 7;
    in.back() &= 0x7f;
    expect(in.size() == FIELD::bytes || in.back() == 0, "the last byte of a point");
    plain canonical;
    expect(from_bytes(canonical, in.data()) == 1, "y of a point");
    const elem y = to_elem(canonical), yy = sqr(y);
    uint32_t exists = 0;
    const elem x = sqrt(mul(sub(FIELD::one(), yy), inv(sub(curve.a, mul(curve.d, yy)))), exists);
    expect(exists == 1, "x of a point");
    return {known::is_odd(x) == odd ? x : neg(x), y};
}

// numerator, denominator, quotient
void check_quotient(const Values& v) {
    expect(eq(mul(element(v[0]), inv(element(v[1]))), element(v[2])), "numerator/denominator");
}

// y, and u = (1 + y)/(1 - y) of the point on the Montgomery curve
void check_montgomery(const Values& v) {
    const elem y = element(v[0]);
    expect(eq(mul(add(FIELD::one(), y), inv(sub(FIELD::one(), y))), element(v[1])), "u = (1 + y)/(1 - y)");
}

// a, d, order, x, y of the base point
void check_base(const Values& v) {
    const Curve curve = {element(v[0]), element(v[1])};
    const Point B = {element(v[3]), element(v[4])};
    const elem xx = sqr(B.x), yy = sqr(B.y);
    expect(eq(mul_add2(curve.a, xx, yy, FIELD::one()), add(FIELD::one(), mul(curve.d, mul(xx, yy)))),
           "a*x^2 + y^2 = 1 + d*x^2*y^2");
    expect(same(multiple(curve, B, known::number(v[2])), {FIELD::zero(), FIELD::one()}), "order*B = (0, 1)");
}

// a, d, x, y of the base point B, the secret scalar s, the public key s*B
void check_public_key(const Values& v) {
    const Curve curve = {element(v[0]), element(v[1])};
    const Point key = multiple(curve, {element(v[2]), element(v[3])}, known::number(v[4]));
    expect(same(key, decoded(curve, v[5])), "the public key");
}

// r, k, s, S = r + k*s modulo the order
void check_response(const Values& v) {
    const auto scalar = [](const std::string& text) { return known::element<ORDER::plain>(text); };
    expect(eq(add(scalar(v[0]), mul(scalar(v[1]), scalar(v[2]))), scalar(v[3])), "S = r + k*s");
}

// a, d, x, y of the base point B, the public key, k, R, S: S*B = R + k*(public key)
void check_signature(const Values& v) {
    const Curve curve = {element(v[0]), element(v[1])};
    const Point key = decoded(curve, v[4]), R = decoded(curve, v[6]);
    const Point left = multiple(curve, {element(v[2]), element(v[3])}, known::number(v[7]));
    expect(same(left, sum(curve, R, multiple(curve, key, known::number(v[5])))), "S*B = R + k*A");
}

}  // namespace

int main(int argc, char** argv) {
    return known::run(argc, argv,
                      {{"quotient", 3, check_quotient},
                       {"montgomery", 2, check_montgomery},
                       {"base", 5, check_base},
                       {"public_key", 6, check_public_key},
                       {"response", 4, check_response},
                       {"signature", 8, check_signature}});
}
