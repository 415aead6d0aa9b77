// Inverses by divsteps against GMP: the loop around the programs, for primes and composites of many widths.
#include <doctest/doctest.h>

#include <algorithm>

#include "catalogue/loops.hpp"
#include "eval/contract_value.hpp"
#include "eval/routine.hpp"
#include "eval/samples.hpp"
#include "plan/inverse.hpp"
#include "spec/divsteps.hpp"
#include "spec/named_moduli.hpp"
#include "support/programs.hpp"
#include "support/run_program.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using Values = std::vector<mpz_class>;

mpz_class power_of_2(unsigned k) { return mpz_class(1) << k; }

Spec spec_of(const mpz_class& n, Reduction reduction) { return modular_spec(Modulus(n), reduction, "inv"); }

// Residues to try: all of a small modulus; else the ends, those that have divisors in common with N, edges,
// others.
Values tries(const mpz_class& n, size_t randoms, eval::Samples& samples) {
    Values values;
    if (n < 64) {
        for (int a = 0; a < n; ++a) values.push_back(a);
        return values;
    }
    values = {0, 1, 2, 3, n - 1, n - 2, n / 2, n / 2 + 1};
    for (unsigned divisor : {2u, 3u, 5u, 7u, 15u}) {
        if (n % divisor != 0) continue;
        values.push_back(n / divisor);
        values.push_back(n - n / divisor);
        for (int k = 0; k < 3; ++k) values.push_back(divisor * samples.uniform(n / divisor));
    }
    for (size_t k = 0; k < randoms; ++k) values.push_back(samples.edge(n));
    for (size_t k = 0; k < randoms; ++k) values.push_back(samples.uniform(n));
    return values;
}

// F²/a mod N and 1, or 0 and 0.
Values expected(const mpz_class& a, const mpz_class& n, const mpz_class& form_factor) {
    mpz_class inverse;
    if (mpz_invert(inverse.get_mpz_t(), a.get_mpz_t(), n.get_mpz_t()) == 0) return {0, 0};
    return {inverse * form_factor * form_factor % n, 1};
}

void check_modulus(const mpz_class& n, Reduction reduction, size_t randoms, eval::Samples& samples) {
    const std::string text = "0x" + n.get_str(16);
    CAPTURE(text);
    const Spec spec = spec_of(n, reduction);
    const catalogue::Loops loops = catalogue::loops(spec);
    eval::RoutineInterpreter interpreter(loops["inv"], loops.library);
    const Values values = tries(n, randoms, samples);
    std::vector<Values> lines;
    for (const mpz_class& value : values) lines.push_back({value});
    const auto results = run_all(interpreter, ir::meaning(loops["inv"]), lines);
    for (size_t k = 0; k < values.size(); ++k) {
        const Values wanted = expected(values[k], n, spec.form_factor());
        if (results[k] != wanted)
            FAIL("0x", values[k].get_str(16), " gives", hex(results[k]), ", GMP says", hex(wanted));
    }
}

mpz_class odd_of(eval::Samples& samples, unsigned bits) {
    return std::max<mpz_class>(3, (power_of_2(bits - 1) + samples.uniform(power_of_2(bits - 1))) | 1);
}

std::vector<unsigned> tested_bits() {
    std::vector<unsigned> all;
    for (unsigned bits = 2; bits <= 34; ++bits) all.push_back(bits);
    for (unsigned bits = 37; bits <= 160; bits += 7) all.push_back(bits);
    // around limbs and around where one more digit is needed
    for (unsigned bits : {59,  60,  63,  64,  65,  89,  95,  96,  97,  127, 128,  129,  192,
                          255, 256, 257, 265, 266, 267, 384, 511, 512, 513, 1018, 1023, 1024})
        all.push_back(bits);
    return all;
}

}  // namespace

TEST_CASE("inverses by divsteps modulo every small odd number agree with GMP") {
    eval::Samples samples(test_seed());
    for (int n = 3; n < 64; n += 2) check_modulus(n, Reduction::montgomery, 0, samples);
}

TEST_CASE("inverses by divsteps modulo random primes and odd numbers agree with GMP") {
    eval::Samples samples(test_seed());
    for (unsigned bits : tested_bits()) {
        const size_t randoms = bits <= 64 ? 20 : 8;
        const mpz_class odd = odd_of(samples, bits);
        mpz_class prime;
        mpz_nextprime(prime.get_mpz_t(), odd.get_mpz_t());
        check_modulus(odd, Reduction::montgomery, randoms, samples);
        if (prime >> bits == 0) check_modulus(prime, Reduction::montgomery, randoms, samples);
        const mpz_class composite = 3 * odd_of(samples, std::max(2u, bits - 2));
        if (composite >> bits == 0) check_modulus(composite, Reduction::montgomery, randoms, samples);
    }
}

TEST_CASE("inverses by divsteps at the edges of the moduli of every width agree with GMP") {
    eval::Samples samples(test_seed());
    for (unsigned bits : tested_bits()) {
        check_modulus(power_of_2(bits) - 1, Reduction::montgomery, 8, samples);      // n0inv = 1
        check_modulus(power_of_2(bits - 1) + 1, Reduction::montgomery, 8, samples);  // n0inv = 2^32 - 1
    }
}

TEST_CASE("inverses by divsteps modulo named numbers agree with GMP by every reduction") {
    eval::Samples samples(test_seed());
    for (const NamedModulus& named : named_moduli()) {
        const Modulus modulus = parse_modulus("@" + std::string(named.name));
        check_modulus(modulus.n(), Reduction::montgomery, 4, samples);
        if (!special_forms(modulus).empty()) check_modulus(modulus.n(), Reduction::special, 4, samples);
    }
}

TEST_CASE("inverses modulo even numbers agree with GMP") {
    eval::Samples samples(test_seed());
    const auto check = [&](const mpz_class& n) { check_modulus(n, Reduction::barrett, 8, samples); };
    for (int n = 2; n < 64; n += 2) check(n);
    for (unsigned bits : {31u, 32u, 33u, 63u, 64u, 65u, 96u, 128u, 131u, 255u, 256u, 257u, 512u, 1024u}) {
        check(power_of_2(bits - 1));
        check(power_of_2(bits) - 2);
        check(power_of_2(bits - 1) + 2);
        for (unsigned k : {1u, 2u, 31u, 32u, 33u, 64u, bits / 2, bits - 2}) {
            if (k + 2 <= bits) check(odd_of(samples, bits - k) << k);
        }
    }
}

TEST_CASE("the last step of an inverse by divsteps keeps its contract at the ends of its ranges") {
    eval::Samples samples(test_seed());
    for (unsigned bits : {2u, 3u, 27u, 30u, 31u, 32u, 33u, 64u, 131u, 255u, 256u, 1024u}) {
        const Modulus modulus(odd_of(samples, bits));
        const plan::DivstepsInverse inverse =
            plan::divsteps_inverse(spec_of(modulus.n(), Reduction::montgomery));
        const ir::Program& finish = inverse.programs.back();
        eval::ContractEvaluator contract(finish);
        eval::Interpreter interpreter(finish);
        std::vector<Values> in;
        // |d| stays below N·(1 + batches/2)
        const mpz_class most = modulus.n() * (inverse.batches + 2) / 2;
        for (const mpz_class& f : Values{1, -1, 0, 3, -3, 2, -2, power_of_2(30) + 1, power_of_2(30) - 1,
                                         1 - power_of_2(30), modulus.n(), -modulus.n()}) {
            for (const mpz_class& d : Values{0, 1, -1, most, -most, modulus.n(), -modulus.n(),
                                             samples.uniform(most), -samples.uniform(most)})
                in.push_back({f, d, 1});
        }
        const mpz_class end = power_of_2(30 * finish.inputs[0].words.size() - 2);
        std::erase_if(in, [&](const Values& pair) { return abs(pair[0]) >= end; });
        const std::vector<Values> out = run_all(interpreter, finish, in);
        for (size_t k = 0; k < in.size(); ++k) {
            Values values = in[k];
            values.insert(values.end(), out[k].begin(), out[k].end());
            CAPTURE(hex(values));
            REQUIRE(contract.broken_promise(values) == nullptr);
            REQUIRE(contract.claimed(values) == contract.expected(values));
            REQUIRE(out[k][1] == (abs(in[k][0]) == 1 ? 1 : 0));
        }
    }
}

TEST_CASE("the cheaper of divsteps and Fermat is chosen for the inverse unless one is requested") {
    const auto method = [](const char* n, InverseChoice choice) {
        Spec spec = spec_of(parse_modulus(n).n(), Reduction::montgomery);
        spec.inverse = choice;
        return plan::inverse_method(spec);
    };
    CHECK(method("3", InverseChoice::automatic) == InverseChoice::fermat);
    CHECK(method("15", InverseChoice::automatic) == InverseChoice::divsteps);
    CHECK(method("@bn254.p", InverseChoice::automatic) == InverseChoice::divsteps);
    CHECK(method("@bn254.p", InverseChoice::fermat) == InverseChoice::fermat);
    CHECK(method("3", InverseChoice::divsteps) == InverseChoice::divsteps);
}

}  // namespace limbsmith::test
