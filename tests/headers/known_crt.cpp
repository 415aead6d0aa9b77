// RSA by the Chinese remainder theorem (RFC 8017, section 5.1.2) modulo FIELD's N, a prime of the key.
#include "known.hpp"

namespace {

using FIELD::elem;
using FIELD::plain;
using known::expect;
using known::Values;

elem element(const std::string& text) { return known::element<plain>(text); }

// c modulo the prime, its exponent, the root
void check_half(const Values& v) {
    const std::vector<uint32_t> e = known::words(known::number(v[1]));
    expect(eq(pow_secret(element(v[0]), e.data(), int(e.size())), element(v[2])), "m_i = c^d_i");
}

// m_1, m_2 and q modulo p; qInv; h
void check_garner(const Values& v) {
    const elem q_inverse = element(v[3]);
    expect(eq(inv(element(v[2])), q_inverse), "qInv = 1/q");
    expect(eq(mul(sub(element(v[0]), element(v[1])), q_inverse), element(v[4])), "h = (m_1 - m_2)*qInv");
}

}  // namespace

int main(int argc, char** argv) {
    return known::run(argc, argv, {{"half", 3, check_half}, {"garner", 5, check_garner}});
}
