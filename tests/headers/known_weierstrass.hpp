// Points of y^2 = x^3 + a*x + b over FIELD from published coordinates, on the arithmetic of tests/curves.
#pragma once

#include "../curves/curve.cuh"
#include "known.hpp"

namespace known {

using Element = FIELD::elem;
using Curve = curve::Curve<Element>;
using Point = curve::Point<Element>;

inline Element coordinate(const std::string& text) { return element<FIELD::plain>(text); }

inline Curve weierstrass(const std::string& a, const std::string& b) {
    return {coordinate(a), coordinate(b)};
}

// (0, 0) is the point at infinity, as in EIP-196. Any other point must be on the curve, and y must be a root
// of the square in the curve's equation.
inline Point point(const Curve& curve, const std::string& x, const std::string& y) {
    const Point p = {coordinate(x), coordinate(y), 0};
    if (is_zero(p.x) && is_zero(p.y)) return {p.x, p.y, 1};
    expect(curve::is_on_curve(curve, p), "a point, which is not on the curve,");
    const Element square = add(mul(add(sqr(p.x), curve.a), p.x), curve.b);
    uint32_t exists = 0;
    const Element root = sqrt(square, exists);
    expect(exists == 1 && (eq(root, p.y) || eq(root, neg(p.y))), "sqrt of y^2");
    expect(legendre(square) == (is_zero(p.y) ? 0 : 1), "legendre of y^2");
    return p;
}

inline Point multiple(const Curve& curve, const Point& p, const Integer& scalar) {
    const std::vector<uint32_t> k = words(scalar);
    return curve::multiple(curve, p, k.data(), int(k.size()), 1);
}

inline bool same(const Point& p, const Point& q) {
    return p.at_infinity == q.at_infinity && eq(p.x, q.x) && eq(p.y, q.y);
}

}  // namespace known
