// X25519 and X448 (RFC 7748, section 5): Montgomery's ladder on v^2 = u^3 + A*u^2 + u over FIELD.
#include "known.hpp"

namespace {

using FIELD::elem;
using FIELD::plain;
using known::Bytes;
using known::expect;
using known::Values;

struct Curve {
    elem A, a24;  // a24 = (A-2)/4
    unsigned cofactor;
};

Curve curve(const std::string& A, const std::string& cofactor) {
    Integer a24 = known::number(A);
    mpz_sub_ui(a24.z, a24.z, 2);
    mpz_fdiv_q_2exp(a24.z, a24.z, 2);
    return {known::element<plain>(A), known::element<plain>(a24),
            unsigned(mpz_get_ui(known::number(cofactor).z))};
}

// A byte string as long as N, without the bits above those of N, as a residue.
elem decoded_u(Bytes in) {
    expect(in.size() == FIELD::bytes, "the length of u");
    if (FIELD::bits % 8 != 0) in.back() &= (1 << FIELD::bits % 8) - 1;
    plain u;
    expect(from_bytes(u, in.data()) == 1, "u");
    return to_elem(u);
}

// The scalar with its lowest bits cleared, as a multiple of the cofactor, and its topmost bit set.
Bytes decoded_scalar(Bytes in, unsigned cofactor) {
    expect(in.size() == FIELD::bytes, "the length of the scalar");
    const int top = (FIELD::bits - 1) % 8;
    in.front() &= ~(cofactor - 1);
    in.back() &= (2 << top) - 1;
    in.back() |= 1 << top;
    return in;
}

// The pseudocode of the RFC, with its names.
elem ladder(const Curve& curve, const Bytes& k, const elem& u) {
    const elem x_1 = u;
    elem x_2 = FIELD::one(), z_2 = FIELD::zero(), x_3 = u, z_3 = FIELD::one();
    const auto swap_if = [](uint32_t swap, elem& a, elem& b) {
        const elem old = a;
        a = select(swap, b, a);
        b = select(swap, old, b);
    };
    for (int t = FIELD::bits - 1; t >= 0; --t) {
        const uint32_t k_t = k[t / 8] >> t % 8 & 1;
        swap_if(k_t, x_2, x_3);
        swap_if(k_t, z_2, z_3);
        const elem A = add(x_2, z_2), AA = sqr(A), B = sub(x_2, z_2), BB = sqr(B), E = sub(AA, BB);
        const elem C = add(x_3, z_3), D = sub(x_3, z_3);
        const elem DA = mul(D, A), CB = mul(C, B);
        x_3 = sqr(add(DA, CB));
        z_3 = mul(x_1, sqr(sub(DA, CB)));
        x_2 = mul(AA, BB);
        z_2 = mul(E, add(AA, mul(curve.a24, E)));
        swap_if(k_t, x_2, x_3);
        swap_if(k_t, z_2, z_3);
    }
    return mul(x_2, inv(z_2));
}

Bytes multiple(const Curve& curve, const Bytes& scalar, const Bytes& u) {
    const elem x = ladder(curve, decoded_scalar(scalar, curve.cofactor), decoded_u(u));
    Bytes out(FIELD::bytes);
    to_bytes(out.data(), to_plain(x));
    return out;
}

// A, u, v
void check_point(const Values& v) {
    const elem A = known::element<plain>(v[0]), x = known::element<plain>(v[1]),
               y = known::element<plain>(v[2]);
    expect(eq(sqr(y), mul(x, add(mul(x, add(x, A)), FIELD::one()))), "v^2 = u^3 + A*u^2 + u");
}

// A, cofactor, scalar, u, scalar*u
void check_multiple(const Values& v) {
    const Bytes out = multiple(curve(v[0], v[1]), known::bytes(v[2]), known::bytes(v[3]));
    expect(out == known::bytes(v[4]), "scalar*u");
}

// A, cofactor, count, start, the final k: k = u = start; count times (k, u) = (k*u, k)
void check_iterated(const Values& v) {
    const Curve c = curve(v[0], v[1]);
    Bytes k = known::bytes(v[3]), u = k;
    for (unsigned long count = mpz_get_ui(known::number(v[2]).z); count-- > 0;) {
        const Bytes next = multiple(c, k, u);
        u = k;
        k = next;
    }
    expect(k == known::bytes(v[4]), "k");
}

}  // namespace

int main(int argc, char** argv) {
    return known::run(
        argc, argv,
        {{"point", 3, check_point}, {"multiple", 5, check_multiple}, {"iterated", 5, check_iterated}});
}
