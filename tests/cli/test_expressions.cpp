// --expr with constants, signs and powers, of whole numbers and modulo a number, against GMP.
#include <doctest/doctest.h>

#include "cli/commands.hpp"
#include "cli/expect.hpp"

namespace limbsmith::test {
namespace {

mpz_class remainder(const mpz_class& x, const mpz_class& n) {
    mpz_class r;
    mpz_fdiv_r(r.get_mpz_t(), x.get_mpz_t(), n.get_mpz_t());
    return r;
}

constexpr const char* expression = "3*a**2 - -b*(0x1f - a^3) + a*-b - 2**70*5";
mpz_class value(const mpz_class& a, const mpz_class& b) {
    return 3 * a * a + b * (31 - a * a * a) - a * b - power_of_2(70) * 5;
}

}  // namespace

TEST_CASE("an expression of whole numbers has constants, signs and powers") {
    const CommandFolder folder;
    const mpz_class a = power_of_2(60) - 3, b = power_of_2(95) - 7;
    const Arguments spec{"--bits", "96", "--expr", expression};
    const Arguments operands{"=2^60-3", "=2^95-7", "--device", "cpu"};
    const std::string found = done(folder, with({"run", "--map", "thread"}, with(spec, operands)));
    CHECK(numbers(found).at(0) == remainder(value(a, b), power_of_2(96)));
    const std::string header = done(folder, with({"generate"}, spec));
    CHECK(contains(header, "num expr(const num& a, const num& b)"));
    CHECK(done(folder, banner_command(header)) == header);
    CHECK(contains(done(folder, with({"verify"}, spec)), "expr"));
    // without a wrap, and over lanes
    for (const char* map : {"thread", "tpi:2", "block"}) {
        CAPTURE(map);
        const Arguments run{"run", "--bits", "300", "--map", map, "--expr", "-a*(b - 2^80) + 0x10*b**2"};
        const mpz_class wanted = a * (power_of_2(80) - b) + 16 * b * b;
        CHECK(numbers(done(folder, with(run, operands))).at(0) == wanted);
    }
}

TEST_CASE("an expression modulo a number has constants, signs and powers, in every mapping") {
    const CommandFolder folder;
    for (const std::string modulus : {"2^255-19", "@secp256k1.n", "10^30", "101"}) {
        for (const char* map : {"thread", "tpi:4"}) {
            const mpz_class n =
                modulus == "2^255-19" ? power_of_2(255) - 19
                : modulus == "10^30"  ? mpz_class("1000000000000000000000000000000")
                : modulus == "101"
                    ? mpz_class(101)
                    : mpz_class("0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
            if (map != std::string("thread") && mpz_even_p(n.get_mpz_t())) continue;
            CAPTURE(modulus);
            CAPTURE(map);
            const Arguments spec{"--modulus", modulus, "--map", map, "--expr", expression};
            std::string first, second;
            std::vector<mpz_class> wanted;
            for (const mpz_class& a : {mpz_class(0), mpz_class(1), mpz_class(n - 1), mpz_class(n / 3)}) {
                for (const mpz_class& b : {mpz_class(0), mpz_class(2), mpz_class(n - 1), mpz_class(n / 7)}) {
                    first += a.get_str() + "\n", second += b.get_str() + "\n";
                    wanted.push_back(remainder(value(a, b), n));
                }
            }
            folder.write("a.txt", first);
            folder.write("b.txt", second);
            const Arguments files{"a.txt", "b.txt", "--device", "cpu", "-o", "c.txt"};
            done(folder, with({"run"}, with(spec, files)));
            CHECK(numbers(folder.read("c.txt")) == wanted);
            done(folder, with({"check"}, with(spec, {"a.txt", "b.txt", "c.txt"})));
        }
    }
}

TEST_CASE("an expression modulo a number that is given at run time has constants") {
    const CommandFolder folder;
    const std::string found = done(folder, {"run", "--modulus", "runtime", "--bits", "100", "--expr",
                                            expression, "=2^60-3", "=2^95-7", "=2^99+7", "--device", "cpu"});
    const mpz_class a = power_of_2(60) - 3, b = power_of_2(95) - 7, n = power_of_2(99) + 7;
    CHECK(numbers(found).at(0) == remainder(value(a, b), n));
}

}  // namespace limbsmith::test
