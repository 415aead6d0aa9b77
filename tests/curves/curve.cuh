// Points of y^2 = x^3 + a*x + b over a prime field, on the arithmetic of a generated header.
//
// Promises: right for every pair of points, the one at infinity included. Affine, one inverse an addition:
// made to be read, not to be fast. Functions of the header are found by the type of its elements. For C++14,
// nvcc and NVRTC.
#pragma once

#if defined(__CUDACC__)
#define CURVE_FN __host__ __device__ inline
#else
#define CURVE_FN inline
#endif

namespace curve {

template <class Elem>
struct Curve {
    Elem a, b;
};

template <class Elem>
struct Point {
    Elem x, y;
    uint32_t at_infinity;  // 1: the neutral element, and then x = y = 0
};

// Whether p, not at infinity, satisfies the equation.
template <class Elem>
CURVE_FN uint32_t is_on_curve(const Curve<Elem>& curve, const Point<Elem>& p) {
    // x^3 + a*x as a single sum of products
    return eq(sqr(p.y), add(mul_add2(sqr(p.x), p.x, curve.a, p.x), curve.b));
}

// p + q, by the chord through both or by the tangent.
template <class Elem>
CURVE_FN Point<Elem> sum(const Curve<Elem>& curve, const Point<Elem>& p, const Point<Elem>& q) {
    if (p.at_infinity) return q;
    if (q.at_infinity) return p;
    Elem rise = sub(q.y, p.y), run = sub(q.x, p.x);
    if (is_zero(run)) {
        if (!is_zero(rise) || is_zero(p.y)) return {Elem(), Elem(), 1};  // q = -p
        const Elem square = sqr(p.x);
        rise = add(add(dbl(square), square), curve.a);
        run = dbl(p.y);
    }
    const Elem slope = mul(rise, inv(run));
    const Elem x = sub(sub(sqr(slope), p.x), q.x);
    return {x, sub(mul(slope, sub(p.x, x)), p.y), 0};
}

// k*p for k = sum of k[i*stride]*2^(32i), i < words; by double-and-add.
template <class Elem>
CURVE_FN Point<Elem> multiple(const Curve<Elem>& curve, const Point<Elem>& p, const uint32_t* k, int words,
                              unsigned long long stride) {
    Point<Elem> r = {Elem(), Elem(), 1};
    for (int i = 32 * words - 1; i >= 0; --i) {
        r = sum(curve, r, r);
        if (k[i / 32 * stride] >> (i % 32) & 1) r = sum(curve, r, p);
    }
    return r;
}

}  // namespace curve

#undef CURVE_FN
