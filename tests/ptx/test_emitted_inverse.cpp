// Executes the text of inverses by divsteps: every asm statement, in the loop of the header, against GMP.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "emit/header.hpp"
#include "eval/samples.hpp"
#include "plan/inverse.hpp"
#include "ptx/emitted_function.hpp"
#include "support/programs.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using Values = std::vector<mpz_class>;

mpz_class power_of_2(unsigned k) { return mpz_class(1) << k; }

// The parts of inv as the header prints them.
class EmittedInverse {
  public:
    explicit EmittedInverse(const Spec& spec) : inverse_(plan::divsteps_inverse(spec)) {
        for (const ptx::AsmStatement& statement : ptx::parse_asm_statements(emit::header(spec))) {
            const auto program = std::ranges::find(inverse_.programs, statement.function, &ir::Program::name);
            if (program == inverse_.programs.end()) continue;
            const auto [part, is_new] =
                parts_.emplace(statement.function, ptx::EmittedFunction(statement, *program, ptx::in_struct));
            CHECK(is_new);
            CHECK(part->second.lost_flags() == 0);
            CHECK(part->second.mixed_flags() == 0);
        }
        REQUIRE(parts_.size() == inverse_.programs.size());
    }

    Values operator()(const mpz_class& a) const {
        Values state = call("divsteps_start", {a});
        mpz_class &f = state[0], &g = state[1], &d = state[2], &e = state[3], eta = -1;
        for (int i = 0; i < inverse_.batches; ++i) {
            const Values m = call("divsteps_matrix", {eta, lowest_word(f), lowest_word(g)});
            rows("divsteps_row", f, g, m);
            rows("divsteps_row_mod", d, e, m);
            eta = m[4];
        }
        return call("divsteps_finish", {f, d, a});
    }

  private:
    Values call(const char* name, const Values& operands) const { return parts_.at(name).run(operands); }

    void rows(const char* name, mpz_class& x, mpz_class& y, const Values& m) const {
        const mpz_class first = call(name, {x, y, m[0], m[1]})[0];
        y = call(name, {x, y, m[2], m[3]})[0];
        x = first;
    }

    static mpz_class lowest_word(const mpz_class& x) {
        mpz_class digit;
        mpz_fdiv_r_2exp(digit.get_mpz_t(), x.get_mpz_t(), 30);
        return digit << 2;
    }

    plan::DivstepsInverse inverse_;
    std::map<std::string, ptx::EmittedFunction> parts_;
};

void check_modulus(const mpz_class& n, Reduction reduction = Reduction::montgomery) {
    const std::string text = "0x" + n.get_str(16);
    CAPTURE(text);
    Spec spec = modular_spec(Modulus(n), reduction, "inv");
    spec.inverse = InverseChoice::divsteps;
    const EmittedInverse inverse(spec);
    const mpz_class form_factor = spec.form_factor();
    eval::Samples samples(test_seed());
    Values values{0, 1, n - 1, n / 2, n / 3, 3 * (n / 9)};
    for (int k = 0; k < 3; ++k) values.push_back(samples.edge(n));
    for (int k = 0; k < 3; ++k) values.push_back(samples.uniform(n));
    for (const mpz_class& a : values) {
        mpz_class wanted;
        const bool exists = mpz_invert(wanted.get_mpz_t(), a.get_mpz_t(), n.get_mpz_t()) != 0;
        wanted = exists ? mpz_class(wanted * form_factor * form_factor % n) : mpz_class(0);
        CAPTURE(a.get_str(16));
        REQUIRE(inverse(a) == Values{wanted, exists});
    }
}

}  // namespace

TEST_CASE("the text of inverses by divsteps computes what GMP does: small and random moduli") {
    eval::Samples samples(test_seed());
    for (int n : {3, 5, 9, 15, 31}) check_modulus(n);
    for (unsigned bits : {27u, 33u, 64u, 95u, 131u, 239u, 256u, 512u, 1024u}) {
        check_modulus((power_of_2(bits - 1) + samples.uniform(power_of_2(bits - 1))) | 1);
        check_modulus(3 *
                      (power_of_2(bits - 2) + samples.uniform(power_of_2(bits - 4)) * 2 + 1));  // a composite
    }
}

TEST_CASE("the text of inverses by divsteps computes what GMP does: next to powers of 2, and named moduli") {
    for (unsigned bits : {30u, 32u, 64u, 96u, 256u}) {  // n0inv = 1, n0inv = 2^32 - 1
        check_modulus(power_of_2(bits) - 1);
        check_modulus(power_of_2(bits) + 1);
    }
    for (const char* name : {"@goldilocks", "@secp256k1.p", "2^255-19", "@p256.p", "@bn254.p", "2^521-1"}) {
        const Modulus modulus = parse_modulus(name);
        check_modulus(modulus.n());
        if (!special_forms(modulus).empty()) check_modulus(modulus.n(), Reduction::special);
    }
}

}  // namespace limbsmith::test
