// Published powers modulo FIELD's N, prime or not: RSA, Diffie-Hellman, SRP.
#include "known.hpp"

namespace {

using FIELD::elem;
using FIELD::plain;
using known::expect;
using known::Values;

// x^e by both functions, with e in its own words and in as many as N has.
elem power(const elem& x, const Integer& exponent) {
    const std::vector<uint32_t> e = known::words(exponent), padded = known::words(exponent, FIELD::limbs);
    const elem out = pow(x, e.data(), int(e.size()));
    expect(eq(out, pow(x, padded.data(), int(padded.size()))), "pow with leading zeros");
    expect(eq(out, pow_secret(x, e.data(), int(e.size()))), "pow_secret");
    expect(eq(out, pow_secret(x, padded.data(), int(padded.size()))), "pow_secret with leading zeros");
    return out;
}

elem element(const std::string& text) { return known::element<plain>(text); }

// base exponent power
void check_power(const Values& v) {
    expect(eq(power(element(v[0]), known::number(v[1])), element(v[2])), "power");
}

// RFC 5054, sections 2.5 and 2.6: g k x v a b A B u S
void check_srp(const Values& value) {
    const elem g = element(value[0]), k = element(value[1]), v = element(value[3]), A = element(value[6]),
               B = element(value[7]), S = element(value[9]);
    const Integer x = known::number(value[2]), a = known::number(value[4]), b = known::number(value[5]),
                  u = known::number(value[8]);
    expect(eq(power(g, x), v), "v = g^x");
    expect(eq(power(g, a), A), "A = g^a");
    const elem kv = mul(k, v);
    expect(eq(add(kv, power(g, b)), B), "B = k*v + g^b");
    Integer exponent = a;
    mpz_addmul(exponent.z, u.z, x.z);
    expect(eq(power(sub(B, kv), exponent), S), "S = (B - k*v)^(a + u*x)");
    expect(eq(power(mul(A, power(v, u)), b), S), "S = (A * v^u)^b");
}

}  // namespace

int main(int argc, char** argv) {
    return known::run(argc, argv, {{"power", 3, check_power}, {"srp", 10, check_srp}});
}
