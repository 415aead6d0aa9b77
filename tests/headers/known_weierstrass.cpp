// Published points of short Weierstrass curves over FIELD: generators, multiples and sums.
//
// Every check has a and b of the curve as its first values; points are two values.
#include "known_weierstrass.hpp"

namespace {

using known::Curve;
using known::expect;
using known::number;
using known::Point;
using known::point;
using known::Values;

// the order n of G; G: n*G is at infinity, (n-1)*G = -G
void check_generator(const Values& v) {
    const Curve curve = known::weierstrass(v[0], v[1]);
    const Point G = point(curve, v[3], v[4]);
    Integer n = number(v[2]);
    expect(known::multiple(curve, G, n).at_infinity, "n*G");
    mpz_sub_ui(n.z, n.z, 1);
    expect(known::same(known::multiple(curve, G, n), {G.x, neg(G.y), 0}), "(n-1)*G = -G");
}

// k, P, k*P
void check_multiple(const Values& v) {
    const Curve curve = known::weierstrass(v[0], v[1]);
    const Point got = known::multiple(curve, point(curve, v[3], v[4]), number(v[2]));
    expect(known::same(got, point(curve, v[5], v[6])), "k*P");
}

// k, P, x of k*P
void check_x_of_multiple(const Values& v) {
    const Curve curve = known::weierstrass(v[0], v[1]);
    const Point got = known::multiple(curve, point(curve, v[3], v[4]), number(v[2]));
    expect(!got.at_infinity && eq(got.x, known::coordinate(v[5])), "x of k*P");
}

// k, P, Q, k*(P + Q)
void check_multiple_of_sum(const Values& v) {
    const Curve curve = known::weierstrass(v[0], v[1]);
    const Point sum = curve::sum(curve, point(curve, v[3], v[4]), point(curve, v[5], v[6]));
    expect(known::same(known::multiple(curve, sum, number(v[2])), point(curve, v[7], v[8])), "k*(P + Q)");
}

}  // namespace

int main(int argc, char** argv) {
    return known::run(argc, argv,
                      {{"generator", 5, check_generator},
                       {"multiple", 7, check_multiple},
                       {"x_of_multiple", 6, check_x_of_multiple},
                       {"multiple_of_sum", 9, check_multiple_of_sum}});
}
