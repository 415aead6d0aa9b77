// Loops as the interpreter runs them, against GMP: edges first, then random numbers.
#include <doctest/doctest.h>

#include "algorithm/loop/on_residues.hpp"
#include "eval/routine.hpp"
#include "eval/samples.hpp"
#include "spec/named_moduli.hpp"
#include "support/routines.hpp"
#include "support/run_program.hpp"
#include "support/seed.hpp"
#include "support/structured_moduli.hpp"

namespace limbsmith::test {
namespace {

using Values = std::vector<mpz_class>;
using Lines = std::vector<Values>;

mpz_class power_of_2(unsigned k) { return mpz_class(1) << k; }

mpz_class inverse_of(const mpz_class& a, const mpz_class& n) {
    mpz_class inverse;
    return mpz_invert(inverse.get_mpz_t(), a.get_mpz_t(), n.get_mpz_t()) == 0 ? mpz_class(0) : inverse;
}

mpz_class power_of(const mpz_class& a, const mpz_class& e, const mpz_class& n) {
    mpz_class result;
    mpz_powm(result.get_mpz_t(), a.get_mpz_t(), e.get_mpz_t(), n.get_mpz_t());
    return result;
}

// A modulus with its library.
struct Field {
    Modulus modulus;
    algorithm::loop::Residues residues;
    ir::Library library;

    Field(const mpz_class& n, Reduction reduction, InverseChoice inverse)
        : modulus(n),
          residues(residues_of(modulus, reduction)),
          library(field_library(modulus, reduction, inverse)) {}

    const mpz_class& n() const { return modulus.n(); }
    // What the routine gives for residues: all in and out are those.
    Lines run(const std::string& key, const Lines& inputs) const {
        const ir::Routine routine = algorithm::loop::on_residues(residues, key, library);
        eval::RoutineInterpreter interpreter(routine, library);
        return run_all(interpreter, meaning(routine), inputs);
    }
};

// Residues to try: all of a small modulus, else edges and others.
Values residues(const mpz_class& n, size_t randoms, eval::Samples& samples) {
    Values values;
    if (n <= 16) {
        for (int a = 0; a < n; ++a) values.push_back(a);
        return values;
    }
    values = {0, 1, 2, 3, n - 1, n - 2, n / 2, n / 2 + 1};
    for (unsigned divisor : {2u, 3u, 5u, 7u}) {
        if (n % divisor == 0) values.push_back(n / divisor);
    }
    for (size_t k = 0; k < randoms; ++k) values.push_back(samples.edge(n));
    for (size_t k = 0; k < randoms; ++k) values.push_back(samples.uniform(n));
    return values;
}

template <class Expected>
void check(const Field& field, const std::string& key, const Lines& inputs, Expected expected) {
    const Lines results = field.run(key, inputs);
    for (size_t k = 0; k < inputs.size(); ++k) {
        const Values wanted = expected(inputs[k]);
        if (results[k] != wanted)
            FAIL(key, " modulo 0x", field.n().get_str(16), ":", hex(inputs[k]), " give", hex(results[k]),
                 ", GMP says", hex(wanted));
    }
}

void check_powers(const Field& field, eval::Samples& samples) {
    const mpz_class all = power_of_2(32 * field.modulus.limbs());
    Lines inputs;
    for (const mpz_class& a : residues(field.n(), 2, samples)) {
        for (const mpz_class& e : Values{0, 1, 2, 15, 16, 17, all - 1, all / 16, samples.uniform(all)})
            inputs.push_back({a, e});
    }
    const auto power = [&](const Values& in) { return Values{power_of(in[0], in[1], field.n())}; };
    check(field, "pow_number", inputs, power);
    check(field, "pow_secret_number", inputs, power);
}

void check_inverses(const Field& field, eval::Samples& samples) {
    Lines inputs;
    for (const mpz_class& a : residues(field.n(), 6, samples)) inputs.push_back({a});
    check(field, "inv", inputs, [&](const Values& in) {
        const bool exists = gcd(in[0], field.n()) == 1;
        return Values{inverse_of(in[0], field.n()), exists};
    });
    check(field, "inverse", inputs, [&](const Values& in) { return Values{inverse_of(in[0], field.n())}; });
    check(field, "pow_p5", inputs,
          [&](const Values& in) { return Values{power_of(in[0], 65537, field.n())}; });
}

void check_roots(const Field& field, eval::Samples& samples) {
    Lines inputs;
    for (const mpz_class& a : residues(field.n(), 4, samples)) {
        inputs.push_back({a});
        inputs.push_back({a * a % field.n()});
    }
    check(field, "legendre", inputs,
          [&](const Values& in) { return Values{mpz_legendre(in[0].get_mpz_t(), field.n().get_mpz_t())}; });
    const Lines roots = field.run("sqrt", inputs);
    for (size_t k = 0; k < inputs.size(); ++k) {
        const mpz_class &a = inputs[k][0], &r = roots[k][0];
        CAPTURE(hex(inputs[k]));
        CAPTURE(hex(roots[k]));
        const bool is_square = mpz_legendre(a.get_mpz_t(), field.n().get_mpz_t()) >= 0;
        REQUIRE(roots[k][1] == is_square);
        REQUIRE(r * r % field.n() == (is_square ? a : mpz_class(0)));
    }
}

}  // namespace

TEST_CASE("powers, inverses and roots modulo small primes agree with GMP") {
    eval::Samples samples(test_seed());
    for (int n : {3, 5, 7, 13, 17, 31}) {
        for (InverseChoice choice : {InverseChoice::fermat, InverseChoice::divsteps}) {
            const Field field(n, Reduction::montgomery, choice);
            check_powers(field, samples);
            check_inverses(field, samples);
            check_roots(field, samples);
        }
    }
}

TEST_CASE("powers, inverses and roots modulo named primes agree with GMP") {
    eval::Samples samples(test_seed());
    for (const NamedModulus& named : named_moduli()) {
        const Modulus modulus = parse_modulus("@" + std::string(named.name));
        if (modulus.bits() > 400) continue;
        const bool is_special = !special_forms(modulus).empty();
        const Field field(
            modulus.n(), is_special ? Reduction::special : Reduction::montgomery,
            modulus.is_prime() && modulus.limbs() < 3 ? InverseChoice::fermat : InverseChoice::divsteps);
        check_powers(field, samples);
        check_inverses(field, samples);
        if (modulus.is_prime()) check_roots(field, samples);
    }
}

}  // namespace limbsmith::test
