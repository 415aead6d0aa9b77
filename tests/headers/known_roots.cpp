// Published roots of unity modulo FIELD's N, a prime.
#include "known.hpp"

namespace {

using FIELD::elem;
using FIELD::plain;
using known::expect;
using known::Values;

elem power(const elem& x, const std::string& exponent) {
    const std::vector<uint32_t> e = known::words(known::number(exponent));
    const elem out = pow(x, e.data(), int(e.size()));
    expect(eq(out, pow_secret(x, e.data(), int(e.size()))), "pow_secret");
    return out;
}

void expect_root_of(const elem& square, const elem& x) {
    uint32_t exists = 0;
    const elem root = sqrt(square, exists);
    expect(legendre(square) == 1, "legendre of a square");
    expect(exists == 1 && (eq(root, x) || eq(root, neg(x))), "sqrt of a square");
}

// order, order/3, root: of order 3, hence the square of its own square
void check_cube_root(const Values& v) {
    const elem root = known::element<plain>(v[2]), square = sqr(root);
    expect(eq(power(root, v[0]), FIELD::one()), "root^order = 1");
    expect(!eq(power(root, v[1]), FIELD::one()), "root^(order/3)");
    expect(is_zero(add(add(square, root), FIELD::one())), "root^2 + root + 1 = 0");
    expect_root_of(root, square);
}

// order, order/2, generator, (N-1)/order, root: the order is the largest power of 2 that divides N-1
void check_two_adic_root(const Values& v) {
    const elem generator = known::element<plain>(v[2]), root = known::element<plain>(v[4]);
    expect(eq(power(generator, v[3]), root), "generator^((N-1)/order)");
    expect(eq(power(root, v[0]), FIELD::one()), "root^order = 1");
    expect(eq(power(root, v[1]), neg(FIELD::one())), "root^(order/2) = -1");
    uint32_t exists = 1;
    expect(is_zero(sqrt(root, exists)) && exists == 0, "sqrt of the root, which has none,");
    expect(legendre(root) == -1 && legendre(generator) == -1, "legendre of the root");
    expect_root_of(sqr(root), root);
    expect_root_of(sqr(generator), generator);
}

}  // namespace

int main(int argc, char** argv) {
    return known::run(argc, argv,
                      {{"cube_root", 3, check_cube_root}, {"two_adic_root", 5, check_two_adic_root}});
}
