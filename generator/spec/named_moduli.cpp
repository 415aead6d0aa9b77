#include "spec/named_moduli.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "spec/suggestion.hpp"

namespace limbsmith {
namespace {

// The parameters of the pairing-friendly families below. The x of the curve is BN_X, -BLS_X or BLS_377_X.
#define BN_X "4965661367192848881"
#define BLS_X "0xd201000000010000"
#define BLS_377_X "0x8508c00000000001"
// The fields of the two curves of a cycle: each is the group order of the other curve.
#define PALLAS "2^254+0x224698fc094cf91b992d30ed00000001"
#define VESTA "2^254+0x224698fc0994a8dd8c46eb2100000001"

// A prime with a special form is written in that form; the digits of the others are those of their standard.
constexpr NamedModulus table[] = {
    {"secp256k1.p", "2^256-2^32-977", "field of secp256k1 (SEC 2)"},
    {"secp256k1.n", "0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
     "group order of secp256k1 (SEC 2)"},
    {"p192.p", "2^192-2^64-1", "field of NIST P-192 (FIPS 186-4)"},
    {"p192.n", "0xffffffffffffffffffffffff99def836146bc9b1b4d22831",
     "group order of NIST P-192 (FIPS 186-4)"},
    {"p224.p", "2^224-2^96+1", "field of NIST P-224 (SP 800-186)"},
    {"p224.n", "0xffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d",
     "group order of NIST P-224 (SP 800-186)"},
    {"p256.p", "2^256-2^224+2^192+2^96-1", "field of NIST P-256 (SP 800-186)"},
    {"p256.n", "0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
     "group order of NIST P-256 (SP 800-186)"},
    {"p384.p", "2^384-2^128-2^96+2^32-1", "field of NIST P-384 (SP 800-186)"},
    {"p384.n",
     "0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973",
     "group order of NIST P-384 (SP 800-186)"},
    {"p521.p", "2^521-1", "field of NIST P-521 (SP 800-186)"},
    {"p521.n",
     "0x1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03b"
     "b5"
     "c9b8899c47aebb6fb71e91386409",
     "group order of NIST P-521 (SP 800-186)"},
    {"curve25519.p", "2^255-19", "field of Curve25519 (RFC 7748)"},
    {"curve25519.l", "2^252+27742317777372353535851937790883648493", "group order of Curve25519 (RFC 7748)"},
    {"sm2.p", "2^256-2^224-2^96+2^64-1", "field of SM2 (GB/T 32918.5)"},
    {"sm2.n", "0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123",
     "group order of SM2 (GB/T 32918.5)"},
    {"ed448", "2^448-2^224-1", "field of Curve448 and Ed448 (RFC 7748)"},
    {"curve448.p", "2^448-2^224-1", "field of Curve448 (RFC 7748)"},
    {"curve448.l", "2^446-13818066809895115352007386748515426880336692474882178609894547503885",
     "group order of Curve448 (RFC 7748)"},
    {"brainpoolP256r1.p", "0xa9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377",
     "field of brainpoolP256r1 (RFC 5639)"},
    {"brainpoolP256r1.n", "0xa9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7",
     "group order of brainpoolP256r1 (RFC 5639)"},
    {"bn254.p", "36*" BN_X "^4+36*" BN_X "^3+24*" BN_X "^2+6*" BN_X "+1",
     "field of BN254, alt_bn128 (EIP-196)"},
    {"bn254.r", "36*" BN_X "^4+36*" BN_X "^3+18*" BN_X "^2+6*" BN_X "+1",
     "group order of BN254, alt_bn128 (EIP-196)"},
    // (x-1)^2·(x^4-x^2+1)/3 + x and x^4-x^2+1
    {"bls12_381.p", "(-" BLS_X "-1)^2*(" BLS_X "^4-" BLS_X "^2+1)/3-" BLS_X, "field of BLS12-381"},
    {"bls12_381.r", BLS_X "^4-" BLS_X "^2+1", "group order of BLS12-381"},
    // likewise
    {"bls12_377.p", "(" BLS_377_X "-1)^2*(" BLS_377_X "^4-" BLS_377_X "^2+1)/3+" BLS_377_X,
     "field of BLS12-377"},
    {"bls12_377.r", BLS_377_X "^4-" BLS_377_X "^2+1", "group order of BLS12-377"},
    {"pallas.p", PALLAS, "field of Pallas"},
    {"pallas.q", VESTA, "group order of Pallas"},
    {"vesta.p", VESTA, "field of Vesta"},
    {"vesta.q", PALLAS, "group order of Vesta"},
    {"stark252", "2^251+17*2^192+1", "field of Starknet"},
    {"poly1305", "2^130-5", "field of Poly1305 (RFC 8439)"},
    {"goldilocks", "2^64-2^32+1", "64-bit field of proof systems"},
    {"babybear", "15*2^27+1", "31-bit field of proof systems"},
    {"koalabear", "2^31-2^24+1", "31-bit field of proof systems"},
    {"mersenne31", "2^31-1", "Mersenne prime, 31-bit field of proof systems"},
    {"mersenne127", "2^127-1", "Mersenne prime"},
    {"mersenne521", "2^521-1", "Mersenne prime"},
    {"eccp79.p", "0x62ce5177412aca899cf5", "Certicom challenge ECCp-79"},
    {"eccp89.p", "0x158685c903f1643908ba955", "Certicom challenge ECCp-89"},
    {"eccp97.p", "0x16ea1595ed21ae4d8d8420e35", "Certicom challenge ECCp-97"},
    {"eccp109.p", "0x1bd579792b380b5b521e6d9fb599", "Certicom challenge ECCp-109"},
    {"eccp131.p", "0x48e1d43f293469e33194c43186b3abc0b", "Certicom challenge ECCp-131"},
    {"eccp163.p", "0x5177b8a2a0fd6a4ff55cda06b0924e125f86cad9b", "Certicom challenge ECCp-163"},
    {"eccp191.p", "0x7df5bb7bf830f63c77667331106f9001b27d39941032f5e5", "Certicom challenge ECCp-191"},
    {"eccp239.p", "0x7cfb4c973a86cdaf898231e4960acdbbf5b6a9017dbed75ffabdd892085d",
     "Certicom challenge ECCp-239"},
    {"eccp359.p",
     "0x58d8420df55d2b2000fe2a55a032ab225f544f8cb69cdf219b0e39423721f32a199d58685c903f1643908ba969",
     "Certicom challenge ECCp-359"},
};

#undef BN_X
#undef BLS_X
#undef BLS_377_X
#undef PALLAS
#undef VESTA

}  // namespace

std::span<const NamedModulus> named_moduli() { return table; }

const NamedModulus* find_named_modulus(std::string_view name) {
    const auto* found = std::ranges::find(table, name, &NamedModulus::name);
    if (found == std::end(table))
        found = std::ranges::find(table, std::string(name) + ".p", &NamedModulus::name);
    return found == std::end(table) ? nullptr : found;
}

std::string nearest_named_moduli(std::string_view name) {
    std::vector<std::string> names;
    for (const NamedModulus& entry : table) names.emplace_back(entry.name);
    std::string list;
    for (const std::string& near : nearest(name, names, 3))
        list += (list.empty() ? "'@" : ", '@") + near + "'";
    return list;
}

}  // namespace limbsmith
