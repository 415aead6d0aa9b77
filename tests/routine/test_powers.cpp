// Powers, inverses and roots as the interpreter runs their loops, against GMP: edges first, then random
// numbers.
#include "routine/field.hpp"
#include "spec/named_moduli.hpp"
#include "support/seed.hpp"
#include "support/structured_moduli.hpp"

namespace limbsmith::test {
namespace {

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
    for (Values& in : inputs) in[1] %= 300;
    check(field, "sqr_n", inputs, [&](const Values& in) {
        return Values{power_of(in[0], power_of_2(static_cast<unsigned>(in[1].get_ui())), field.n())};
    });
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
            const Field field(Modulus(n), Reduction::montgomery, choice);
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
            modulus, is_special ? Reduction::special : Reduction::montgomery,
            modulus.is_prime() && modulus.limbs() < 3 ? InverseChoice::fermat : InverseChoice::divsteps);
        check_powers(field, samples);
        check_inverses(field, samples);
        if (modulus.is_prime()) check_roots(field, samples);
    }
}

TEST_CASE("powers and inverses modulo composite, even and structured numbers agree with GMP") {
    eval::Samples samples(test_seed());
    Values moduli = {
        15, 21, 6, 8, power_of_2(32), power_of_2(64) - 1, 6 * power_of_2(61), 3 * power_of_2(130)};
    for (const mpz_class& n : structured_moduli(6, 160, test_seed())) moduli.push_back(n);
    for (const mpz_class& n : moduli) {
        const Reduction reduction = mpz_odd_p(n.get_mpz_t()) ? Reduction::montgomery : Reduction::barrett;
        const Field field(Modulus(n), reduction, InverseChoice::divsteps);
        check_powers(field, samples);
        check_inverses(field, samples);
    }
}

TEST_CASE("powers and inverses modulo numbers that are given at run time agree with GMP") {
    eval::Samples samples(test_seed());
    for (int bits : {3, 33, 96, 131}) {
        const Field field(Modulus::at_run_time(Width{bits}), Reduction::montgomery, InverseChoice::divsteps);
        const mpz_class most = power_of_2(bits), all = power_of_2(32 * field.modulus.limbs());
        Lines powers, inverses, expected;
        for (const mpz_class& drawn :
             Values{3, most - 1, most / 2 + 1, samples.uniform(most), samples.edge(most)}) {
            const mpz_class n = drawn < 3 ? mpz_class(3) : mpz_class(drawn | 1);
            for (const mpz_class& a : residues(n, 3, samples)) {
                inverses.push_back({a, n});
                for (const mpz_class& e : Values{0, 1, all - 1, samples.uniform(all)})
                    powers.push_back({a, e, n});
            }
        }
        const auto power = [](const Values& in) { return Values{power_of(in[0], in[1], in[2])}; };
        check(field, "pow_number", powers, power);
        check(field, "pow_secret_number", powers, power);
        check(field, "inv", inverses, [](const Values& in) {
            return Values{inverse_of(in[0], in[1]), gcd(in[0], in[1]) == 1};
        });
    }
}

}  // namespace limbsmith::test
