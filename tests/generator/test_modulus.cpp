// Expressions and their errors, the table of named moduli compared with published values, the constants of a
// modulus.
#include <doctest/doctest.h>

#include <cctype>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "spec/error.hpp"
#include "spec/modulus.hpp"
#include "spec/modulus_expression.hpp"
#include "spec/named_moduli.hpp"
#include "spec/spec.hpp"

namespace limbsmith::test {
namespace {

mpz_class power(unsigned long base, unsigned long exponent) {
    mpz_class value;
    mpz_ui_pow_ui(value.get_mpz_t(), base, exponent);
    return value;
}

struct Refusal {
    Exit code = Exit::done;
    std::string message;
};

template <class Call>
Refusal refusal(Call call) {
    try {
        call();
    } catch (const Error& error) {
        return {error.code(), error.what()};
    }
    return {};
}

// Checks the whole error of `text`: message, text, and the caret at byte `at`.
void check_error(const std::string& text, const std::string& message, size_t at, Exit code = Exit::usage) {
    CAPTURE(text);
    const Refusal refused = refusal([&] { parse_modulus_expression(text); });
    CHECK(refused.code == code);
    CHECK(refused.message == "modulus: " + message + "\n    " + text + "\n    " + std::string(at, ' ') + "^");
}

// Checks that an expression exceeds a limit.
void check_limit(const std::string& text, const std::string& message, size_t at) {
    check_error(text, message + "; values of up to 32768 bits are supported", at, Exit::unsupported);
}

// Published values: decimal where the table has hexadecimal or a form, from SEC 2, FIPS 186-4, SP 800-186,
// GB/T 32918.5, RFC 5639, 7748, 8032 and 8439, EIP-196, EIP-2539, the BLS12-381 draft, and the specifications
// of the Pasta curves and of Starknet.
struct Published {
    const char* name;
    const char* value;
};
constexpr Published published[] = {
    {"secp256k1.p", "0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f"},
    {"secp256k1.n", "115792089237316195423570985008687907852837564279074904382605163141518161494337"},
    {"curve448.p",
     "0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffe"
     "ffffffffffffffffffffffffffffffffffffffffffffffffffffffff"},
    {"curve448.l",
     "0x3fffffffffffffffffffffffffffffffffffffffffffffffffffffff"
     "7cca23e9c44edb49aed63690216cc2728dc58f552378c292ab5844f3"},
    {"brainpoolP256r1.p", "76884956397045344220809746629001649093037950200943055203735601445031516197751"},
    {"brainpoolP256r1.n", "76884956397045344220809746629001649092737531784414529538755519063063536359079"},
    {"bls12_377.p",
     "258664426012969094010652733694893533536393512754914660539884262666720468348340822774968888139"
     "573360124440321458177"},
    {"bls12_377.r", "8444461749428370424248824938781546531375899335154063827935233455917409239041"},
    {"pallas.p", "28948022309329048855892746252171976963363056481941560715954676764349967630337"},
    {"pallas.q", "28948022309329048855892746252171976963363056481941647379679742748393362948097"},
    {"vesta.p", "0x40000000000000000000000000000000224698fc0994a8dd8c46eb2100000001"},
    {"vesta.q", "0x40000000000000000000000000000000224698fc094cf91b992d30ed00000001"},
    {"stark252", "3618502788666131213697322783095070105623107215331596699973092056135872020481"},
    {"poly1305", "1361129467683753853853498429727072845819"},
    {"koalabear", "2130706433"},
    {"mersenne31", "2147483647"},
    {"p192.p", "6277101735386680763835789423207666416083908700390324961279"},
    {"p192.n", "6277101735386680763835789423176059013767194773182842284081"},
    {"p224.p", "26959946667150639794667015087019630673557916260026308143510066298881"},
    {"p224.n", "26959946667150639794667015087019625940457807714424391721682722368061"},
    {"sm2.p", "0xfffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffff"},
    {"sm2.n", "115792089210356248756420345214020892766061623724957744567843809356293439045923"},
    {"p256.p", "115792089210356248762697446949407573530086143415290314195533631308867097853951"},
    {"p256.n", "115792089210356248762697446949407573529996955224135760342422259061068512044369"},
    {"p384.p",
     "3940200619639447921227904010014361380507973927046544666794829340424572177149687032904726608825893800186"
     "16069"
     "73112319"},
    {"p384.n",
     "3940200619639447921227904010014361380507973927046544666794690527962765939911326356939895630815229491355"
     "44336"
     "53942643"},
    {"p521.p",
     "6864797660130609714981900799081393217269435300143305409394463459185543183397656052122559640661454554977"
     "29631"
     "1391480858037121987999716643812574028291115057151"},
    {"p521.n",
     "6864797660130609714981900799081393217269435300143305409394463459185543183397655394245057746333217197532"
     "96399"
     "6371363321113864768612440380340372808892707005449"},
    {"curve25519.p", "57896044618658097711785492504343953926634992332820282019728792003956564819949"},
    {"curve25519.l", "7237005577332262213973186563042994240857116359379907606001950938285454250989"},
    {"ed448",
     "7268387242956068905493238078880045343536413606873180602814901991806123281667307726863963836986765459300"
     "88884"
     "461843637361053498018365439"},
    {"bn254.p", "21888242871839275222246405745257275088696311157297823662689037894645226208583"},
    {"bn254.r", "21888242871839275222246405745257275088548364400416034343698204186575808495617"},
    {"bls12_381.p",
     "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"},
    {"bls12_381.r", "0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"},
    {"goldilocks", "18446744069414584321"},
    {"babybear", "2013265921"},
    {"mersenne127", "170141183460469231731687303715884105727"},
    {"mersenne521",
     "6864797660130609714981900799081393217269435300143305409394463459185543183397656052122559640661454554977"
     "29631"
     "1391480858037121987999716643812574028291115057151"},
};

}  // namespace

TEST_CASE("modulus expressions have their values") {
    struct Case {
        const char* text;
        mpz_class value;
    };
    const Case cases[] = {
        {"19", 19},
        {"010", 10},
        {"0xfF", 255},
        {"0X10", 16},
        {" \t2 ^ 5\n- 1 ", 31},
        {"2+3*4", 14},
        {"(2+3)*4", 20},
        {"10-3-2", 5},
        {"2^3^2", 512},
        {"2**3**2", 512},
        {"2 ** 255 - 19", power(2, 255) - 19},
        {"-2**2*3", -12},
        {"-2^2", -4},
        {"(-2)^3", -8},
        {"--5", 5},
        {"3*-2", -6},
        {"3--2", 5},
        {"0^0", 1},
        {"0^5", 0},
        {"1^32768", 1},
        {"2^(1+2)", 8},
        {"2^-0", 1},
        {"12/3*2", 8},
        {"-12/4", -3},
        {"0/7", 0},
        {"2^255-19", power(2, 255) - 19},
        {"@babybear", 2013265921},
        {"(@mersenne127+1)/2^120", 128},
        {"@secp256k1.p-@secp256k1.p", 0},
        {"2^32768*2^32767", power(2, 65535)},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        CHECK(parse_modulus_expression(c.text) == c.value);
    }
}

TEST_CASE("malformed modulus expressions are refused with a message") {
    const std::string hint = "; a name begins with '@', hexadecimal with '0x'";
    check_error("2^255-", "expected a number", 6);
    check_error("", "the expression is empty", 0);
    check_error("  ", "the expression is empty", 2);
    check_error("()", "expected a number", 1);
    check_error("2***3", "expected a number", 3);
    check_error("*3", "expected a number", 0);
    check_error("+3", "expected a number", 0);
    check_error("2^", "expected a number", 2);
    check_error("p256.p", "expected a number" + hint, 0);
    check_error("2*(3+4", "'(' is never closed", 2);
    check_error("((2)", "'(' is never closed", 0);
    check_error("(2 3)", "expected an operator or ')'", 3);
    check_error("2^5)-1", "')' without a '('", 3);
    check_error("7 7", "expected an operator", 2);
    check_error("12ab", "expected an operator" + hint, 2);
    check_error("2^8 % 3", "expected an operator", 4);
    check_error("2^255\u221219", "expected an operator", 5);  // a minus sign that is not ASCII
    check_error("0x", "expected hexadecimal digits after '0x'", 2);
    check_error("1+0xg", "expected hexadecimal digits after '0x'", 4);
    check_error("7/2", "the division is not exact", 1);
    check_error("7/(1-1)", "division by zero", 1);
    check_error("@", "expected a name after '@'", 1);
    check_error("2 * @p256.q",
                "no modulus is called 'p256.q'; the nearest are '@p256.p', '@p256.n' (`limbsmith list` names "
                "them all)",
                4);
    check_error("@xyzzy", "no modulus is called 'xyzzy' (`limbsmith list` names them all)", 0);
}

TEST_CASE("modulus expressions with too large exponents or values are refused") {
    check_error("2^-1", "the exponent is negative", 2);
    check_limit("2^32769", "the exponent is over 32768", 2);
    check_limit("1^99999999999999999999", "the exponent is over 32768", 2);
    check_limit("2^2^16", "the exponent is over 32768", 2);
    const std::string large = "the number has more than 65536 bits";
    check_limit("3^32768*3^32768", large, 7);
    check_limit("2^32768 * 2^32768", large, 8);
    check_limit("7^32768", large, 1);
    check_limit("(2^32768)^32768", large, 9);
    check_limit("-(2^32767*2^32768)-2^32767*2^32768", large, 18);
    // a long text is shown in part
    const Refusal digits = refusal([] { parse_modulus_expression("1+" + std::string(20000, '9')); });
    CHECK(digits.code == Exit::unsupported);
    CHECK(digits.message.ends_with("\n    1+" + std::string(98, '9') + "\n      ^"));
    for (const std::string& deep : {std::string(300, '('), std::string(100000, '-') + "1"}) {
        const Refusal refused = refusal([&] { parse_modulus_expression(deep); });
        CHECK(refused.code == Exit::unsupported);
        CHECK(refused.message.starts_with("modulus: nested more than 256 deep\n"));
        CHECK(
            refused.message.ends_with("\n    " + deep.substr(176, 100) + "\n" + std::string(84, ' ') + "^"));
    }
    CHECK(parse_modulus_expression(std::string(255, '(') + "7" + std::string(255, ')')) == 7);
}

TEST_CASE("the error for an expression with a line break keeps its caret line") {
    const Refusal refused = refusal([] { parse_modulus_expression("2+\n\t"); });
    CHECK(refused.message == "modulus: expected a number\n    2+  \n        ^");
}

TEST_CASE("named moduli have their published values") {
    for (const Published& known : published) {
        CAPTURE(known.name);
        const NamedModulus* entry = find_named_modulus(known.name);
        REQUIRE(entry);
        CHECK(parse_modulus_expression(entry->expression) == mpz_class(known.value));
    }
}

TEST_CASE("named moduli have the primes of the Certicom challenge") {
    std::ifstream file(LIMBSMITH_TEST_DATA "/certicom.json");
    const nlohmann::json curves = nlohmann::json::parse(file).at("curves");
    CHECK(curves.size() == 9);
    for (const nlohmann::json& curve : curves) {
        std::string name;  // ECCp-79 is eccp79.p
        for (unsigned char c : curve.at("name").get<std::string>()) {
            if (c != '-') name += static_cast<char>(std::tolower(c));
        }
        CAPTURE(name);
        const Modulus modulus = parse_modulus("@" + name + ".p");
        CHECK(modulus.n() == mpz_class(curve.at("p").get<std::string>()));
        CHECK(modulus.bits() == curve.at("bits").get<int>());
    }
    // Together with the published values that is the whole table.
    CHECK(named_moduli().size() == std::size(published) + curves.size());
}

TEST_CASE("named moduli are primes with distinct names that can be namespaces") {
    std::set<std::string_view> names;
    for (const NamedModulus& entry : named_moduli()) {
        CAPTURE(entry.name);
        const std::string asked = "@" + std::string(entry.name);
        CHECK(parse_modulus(asked).is_prime());
        CHECK(names.insert(entry.name).second);
        CHECK_FALSE(entry.description.empty());
        CHECK_NOTHROW(parse_name(default_modulus_name(asked)));
    }
}

TEST_CASE("field and group order of each named curve keep Hasse's bound") {
    size_t curves = 0;
    for (const NamedModulus& entry : named_moduli()) {
        const size_t dot = entry.name.find(".p");
        if (dot == entry.name.npos) continue;
        const std::string curve(entry.name.substr(0, dot));
        CAPTURE(curve);
        for (const char* part : {".n", ".l", ".r", ".q"}) {
            const NamedModulus* order = find_named_modulus(curve + part);
            if (!order || curve.starts_with("bls12")) continue;  // its cofactor is long
            const mpz_class p = parse_modulus_expression(entry.expression),
                            n = parse_modulus_expression(order->expression);
            const int cofactor = curve == "curve25519" ? 8 : curve == "curve448" ? 4 : 1;
            const mpz_class trace = p + 1 - cofactor * n;
            CHECK(trace * trace <= 4 * p);
            ++curves;
        }
    }
    CHECK(curves == 13);
}

TEST_CASE("named moduli of curve families equal the polynomial in their parameter") {
    const mpz_class x("0x8508c00000000001");
    const mpz_class r = x * x * x * x - x * x + 1;
    CHECK(parse_modulus("@bls12_377.r").n() == r);
    CHECK(parse_modulus("@bls12_377.p").n() == (x - 1) * (x - 1) / 3 * r + x);
    CHECK(parse_modulus("@bls12_377.p").bits() == 377);
    // Pallas and Vesta have complex multiplication by sqrt(-3): 4p = trace^2 + 3y^2
    const mpz_class p = parse_modulus("@pallas.p").n(), q = parse_modulus("@vesta.p").n(), trace = p + 1 - q;
    const mpz_class three_squares = 4 * p - trace * trace, square = three_squares / 3;
    CHECK(square * 3 == three_squares);
    CHECK(mpz_perfect_square_p(square.get_mpz_t()));
    CHECK(parse_modulus("@pallas.q").n() == q);
    CHECK(parse_modulus("@vesta.q").n() == p);
}

TEST_CASE("the name of a curve alone means its field prime") {
    for (const NamedModulus& entry : named_moduli()) {
        const size_t dot = entry.name.find(".p");
        if (dot == entry.name.npos) continue;
        const std::string curve(entry.name.substr(0, dot));
        CAPTURE(curve);
        CHECK(parse_modulus("@" + curve).n() == parse_modulus("@" + std::string(entry.name)).n());
        CHECK_NOTHROW(parse_name(default_modulus_name("@" + curve)));
    }
    CHECK(default_modulus_name("@p256") == "p256");
    CHECK(default_modulus_name("@p256.p") == "p256_p");
}

TEST_CASE("bits, limbs and constants derived from a modulus agree with GMP") {
    const char* odd[] = {"3",        "2^32-1",   "2^32+1", "2^31-1",    "2^33+1",
                         "2^1024-1", "2^1023+1", "@ed448", "@eccp131.p"};
    for (const char* text : odd) {
        CAPTURE(text);
        const Modulus modulus = parse_modulus(text);
        const mpz_class& n = modulus.n();
        const mpz_class r = power(2, 32 * static_cast<unsigned>(modulus.limbs()));
        CHECK(power(2, static_cast<unsigned>(modulus.bits()) - 1) <= n);
        CHECK(n < power(2, static_cast<unsigned>(modulus.bits())));
        CHECK(modulus.width().bits == modulus.bits());
        CHECK(modulus.spare_bits() >= 0);
        CHECK(modulus.spare_bits() < 32);
        CHECK(modulus.spare_bits() + modulus.bits() == 32 * modulus.limbs());
        CHECK(modulus.is_odd());
        CHECK(modulus.R() == r);
        CHECK(modulus.r1() == r % n);
        CHECK(modulus.r2() == r * r % n);
        CHECK(modulus.n_minus_2() == n - 2);
        CHECK(static_cast<uint32_t>(modulus.n0inv() * modulus.limb(0)) ==
              UINT32_MAX);  // N·n0inv = -1 mod 2^32
        CHECK(modulus.is_prime() == (mpz_probab_prime_p(n.get_mpz_t(), 25) != 0));
        mpz_class rebuilt = 0;
        for (int i = modulus.limbs(); i-- > 0;) rebuilt = (rebuilt << 32) + modulus.limb(i);
        CHECK(rebuilt == n);
        CHECK(limb_of(n, modulus.limbs()) == 0);
    }
}

TEST_CASE("Montgomery constants of small moduli and of moduli at limb edges agree with GMP") {
    CHECK(Modulus(3).n0inv() == 0x55555555);
    CHECK(Modulus(3).r1() == 1);
    CHECK(Modulus(3).spare_bits() == 30);
    CHECK(Modulus(power(2, 32) - 1).n0inv() == 1);
    CHECK(Modulus(power(2, 32) - 1).limbs() == 1);
    CHECK(Modulus(power(2, 32) - 1).spare_bits() == 0);
    CHECK(Modulus(power(2, 32) + 1).limbs() == 2);
    CHECK(Modulus(power(2, 32) + 1).n0inv() == UINT32_MAX);
    CHECK_FALSE(Modulus(power(2, 32) + 1).is_prime());  // 641·6700417
    CHECK(Modulus(power(2, 1024) - 1).bits() == 1024);
    CHECK(Modulus(power(2, 1024) - 1).r1() == 1);
    CHECK(parse_modulus("@secp256k1.p").n0inv() == 0xd2253531);  // the constant of published Montgomery code
    CHECK(parse_modulus("@curve25519.p").r1() == 38);
}

TEST_CASE("even moduli have no Montgomery constant") {
    const Modulus two(2);
    CHECK(two.bits() == 2);
    CHECK(two.is_prime());
    CHECK(two.n_minus_2() == 0);
    CHECK(two.r1() == 0);
    const Refusal refused = refusal([&] { two.n0inv(); });
    CHECK(refused.code == Exit::usage);
    CHECK(refused.message.find("--reduction montgomery") != std::string::npos);
}

TEST_CASE("0, 1 and negative numbers are refused as moduli") {
    struct Case {
        const char* text;
        const char* said;
    };
    const Case cases[] = {{"0", "is 0"}, {"1", "is 1"}, {"2-3", "is negative"}, {"-2^2000", "is negative"}};
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const Refusal refused = refusal([&] { parse_modulus(c.text); });
        CHECK(refused.code == Exit::usage);
        CHECK(refused.message.find(c.said) != std::string::npos);
    }
    const Refusal wide = refusal([] { parse_modulus("2^1024"); });
    CHECK(wide.code == Exit::unsupported);
    CHECK(wide.message == "modulus: 1025 bits are not supported; the widest is 1024 bits");
}

TEST_CASE("the default name of a header follows from the modulus") {
    CHECK(default_modulus_name("@secp256k1.p") == "secp256k1_p");
    CHECK(default_modulus_name(" @goldilocks\n") == "goldilocks");
    CHECK(default_modulus_name("2^255-19") == "mod255");
    CHECK(default_modulus_name("@secp256k1.p-2") == "mod256");
    CHECK(refusal([] { default_modulus_name("@nobody"); }).code == Exit::usage);
    CHECK(refusal([] { default_modulus_name(" "); }).code == Exit::usage);
}

}  // namespace limbsmith::test
