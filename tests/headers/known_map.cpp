// Field elements mapped to points of curves over FIELD (RFC 9380, section 6), without the hash.
#include "known.hpp"

namespace {

using FIELD::elem;
using FIELD::plain;
using known::expect;
using known::Values;

elem element(const std::string& text) { return known::element<plain>(text); }

// A root of x whose parity is `odd`; x must have one.
elem root(const elem& x, bool odd) {
    uint32_t exists = 0;
    const elem y = sqrt(x, exists);
    expect(exists == 1, "sqrt of a square");
    return known::is_odd(y) == odd ? y : neg(y);
}

void expect_point(const elem& x, const elem& y, const Values& v, size_t at) {
    expect(eq(x, element(v[at])), "x");
    expect(eq(y, element(v[at + 1])), "y");
}

// Section 6.6.2, simplified SWU: a b Z u, the point on y^2 = x^3 + a*x + b
void check_sswu(const Values& v) {
    const elem a = element(v[0]), b = element(v[1]), Z = element(v[2]), u = element(v[3]);
    const elem uu = mul(Z, sqr(u)), sum = add(sqr(uu), uu);
    uint32_t invertible = 0;
    const elem inverse = inv(sum, invertible);
    const elem x_1 =
        invertible ? mul(mul(neg(b), inv(a)), add(FIELD::one(), inverse)) : mul(b, inv(mul(Z, a)));
    const auto g = [&](const elem& x) { return add(mul(add(sqr(x), a), x), b); };
    const elem x = legendre(g(x_1)) >= 0 ? x_1 : mul(uu, x_1);
    expect_point(x, root(g(x), known::is_odd(u)), v, 4);
}

// Section 6.7.1, Elligator 2: A Z u, the point on v^2 = u^3 + A*u^2 + u
void check_elligator2(const Values& v) {
    const elem A = element(v[0]), Z = element(v[1]), u = element(v[2]);
    const elem x_1 = neg(mul(A, inv(add(FIELD::one(), mul(Z, sqr(u))))));
    const auto g = [&](const elem& x) { return mul(add(mul(add(x, A), x), FIELD::one()), x); };
    const bool is_square = legendre(g(x_1)) >= 0;
    const elem x = is_square ? x_1 : sub(neg(x_1), A);
    expect_point(x, root(g(x), is_square), v, 3);
}

}  // namespace

int main(int argc, char** argv) {
    return known::run(argc, argv, {{"sswu", 6, check_sswu}, {"elligator2", 5, check_elligator2}});
}
