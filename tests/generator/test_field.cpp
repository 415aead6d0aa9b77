// Arithmetic modulo a number: the interpreter against GMP, for every reduction, on edges and random residues.
#include <doctest/doctest.h>

#include <algorithm>

#include "algorithm/field.hpp"
#include "algorithm/loop/addition_chain.hpp"
#include "eval/contract_value.hpp"
#include "eval/eval.hpp"
#include "eval/samples.hpp"
#include "eval/words.hpp"
#include "pass/pass.hpp"
#include "plan/cost.hpp"
#include "plan/field.hpp"
#include "plan/multiplication.hpp"
#include "spec/named_moduli.hpp"
#include "spec/representations.hpp"
#include "support/field_oracle.hpp"
#include "support/programs.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

constexpr size_t edges = 24, randoms = 8;

mpz_class power_of_2(unsigned k) { return mpz_class(1) << k; }

std::vector<uint32_t> words_of(const ir::Program& program, const std::vector<mpz_class>& inputs) {
    std::vector<uint32_t> words;
    for (size_t i = 0; i < inputs.size(); ++i) {
        const auto limbs = eval::to_words(inputs[i], program.inputs[i].words.size());
        words.insert(words.end(), limbs.begin(), limbs.end());
    }
    return words;
}

std::vector<mpz_class> outputs(const ir::Program& program, std::span<const uint32_t> words) {
    std::vector<mpz_class> values;
    for (const ir::Output& output : program.outputs) {
        values.push_back(eval::from_words(words.first(output.words.size())));
        words = words.subspan(output.words.size());
    }
    return values;
}

std::string hex(const std::vector<mpz_class>& values) {
    std::string text;
    for (const mpz_class& value : values) text += " 0x" + value.get_str(16);
    return text;
}

// The operands: the inputs that do not belong to the modulus object.
std::vector<mpz_class> operands(const ir::Program& program, const std::vector<mpz_class>& inputs) {
    std::vector<mpz_class> values;
    for (size_t i = 0; i < inputs.size(); ++i) {
        if (!program.inputs[i].representation.is_member()) values.push_back(inputs[i]);
    }
    return values;
}

// N; a program for a modulus given at run time takes it as its first input.
const mpz_class& modulus_of(const Modulus& modulus, const std::vector<mpz_class>& inputs) {
    return modulus.is_known() ? modulus.n() : inputs[0];
}

// Every input at its largest legal value.
std::vector<mpz_class> largest_inputs(const ir::Program& program, std::vector<mpz_class> values) {
    const std::vector<std::string> names = eval::names(program);
    for (size_t i = 0; i < values.size(); ++i) {
        const auto& givens = program.contract.givens;
        if (std::ranges::find(givens, names[i], &ir::Given::name) != givens.end()) continue;
        const auto bound = std::ranges::find(program.contract.requires_, names[i], &ir::Bound::name);
        values[i] = eval::Evaluator(*bound->below, names)(values) - 1;
    }
    return values;
}

void check_program(const ir::Program& program, const Modulus& modulus, Reduction reduction,
                   eval::Samples& samples) {
    CAPTURE(program.name);
    const mpz_class factor = reduction == Reduction::montgomery ? modulus.R() : mpz_class(1);
    const mpz_class K = lazy_limit(modulus, reduction);
    eval::Interpreter interpreter(program);
    eval::ContractEvaluator contract(program);
    for (size_t k = 0; k < edges + randoms; ++k) {
        std::vector<mpz_class> values = samples.inputs(program, k < edges);
        if (k < 2) values = largest_inputs(program, values);
        REQUIRE(contract.broken_requirement(values) == nullptr);
        REQUIRE(contract.broken_given(values) == nullptr);
        const mpz_class& N = modulus_of(modulus, values);
        const auto wanted = expected_field(program.name, N, factor, K, operands(program, values));
        const auto got = outputs(program, interpreter.run_one(words_of(program, values)));
        const bool below_2n = program.name == "mul_lazy" || program.name == "sqr_lazy";
        if (below_2n ? got[0] % N != wanted[0] : got != wanted)
            FAIL("inputs", hex(values), " give", hex(got), ", GMP says", hex(wanted));
        values.insert(values.end(), got.begin(), got.end());
        REQUIRE(contract.claimed(values) == contract.expected(values));
        REQUIRE(contract.broken_promise(values) == nullptr);
    }
}

void check_modulus(const Modulus& modulus, Reduction reduction) {
    const std::string text = "0x" + modulus.n().get_str(16);
    CAPTURE(text);
    CAPTURE(to_string(reduction));
    CAPTURE(modulus.is_known());
    eval::Samples samples(test_seed());
    const std::string longer_sums = modulus.bits() > 300 ? "" : ",mul_add3,mul_add4,mul_add6,mul_add8";
    for (const std::string& op : modular_spec(modulus, reduction, "all" + longer_sums).ops) {
        const auto program = modular_program(op, modulus, reduction, MulChoice());
        if (program) check_program(*program, modulus, reduction, samples);
    }
}

void check_modulus(const mpz_class& n, Reduction reduction) { check_modulus(Modulus(n), reduction); }

// Checks the operations that reduce, by a form that may not be the cheapest.
void check_form(const mpz_class& n, SpecialForm form) {
    const std::string text = "0x" + n.get_str(16);
    CAPTURE(text);
    const Modulus modulus(n);
    const algorithm::Field field{modulus, Reduction::special, plan::product({}), plan::square({}), true,
                                 form};
    eval::Samples samples(test_seed());
    for (ir::Program program : {field.mul(), field.sqr(), field.mul_small(), field.mul_add("mul_add2", 2),
                                field.mul_sub2(), field.reduce()}) {
        check_program(pass::run_pipeline(std::move(program)), modulus, Reduction::special, samples);
    }
}

mpz_class odd_of(eval::Samples& samples, unsigned bits) {
    mpz_class n = power_of_2(bits - 1) + samples.uniform(power_of_2(bits - 1));
    mpz_setbit(n.get_mpz_t(), 0);
    return n < 3 ? mpz_class(3) : n;
}

mpz_class prime_of(eval::Samples& samples, unsigned bits) {
    mpz_class n = odd_of(samples, bits);
    mpz_nextprime(n.get_mpz_t(), n.get_mpz_t());
    return n >> bits == 0 ? n : odd_of(samples, bits);
}

std::vector<unsigned> tested_bits() {
    std::vector<unsigned> all;
    for (unsigned bits = 2; bits <= 160; ++bits) all.push_back(bits);
    for (unsigned bits : {191, 192, 193, 239, 255, 256, 257, 359, 384, 511, 512, 513, 1023, 1024})
        all.push_back(bits);
    return all;
}

}  // namespace

TEST_CASE("Montgomery arithmetic modulo random primes and odd numbers of every width agrees with GMP") {
    eval::Samples samples(test_seed());
    for (unsigned bits : tested_bits()) {
        check_modulus(prime_of(samples, bits), Reduction::montgomery);
        check_modulus(odd_of(samples, bits), Reduction::montgomery);
    }
}

TEST_CASE("Montgomery arithmetic at the edges of the moduli of every width agrees with GMP") {
    for (unsigned bits : tested_bits()) {
        check_modulus(power_of_2(bits) - 1, Reduction::montgomery);      // n0inv = 1, all limbs ones
        check_modulus(power_of_2(bits - 1) + 1, Reduction::montgomery);  // n0inv = 0xffffffff, zero limbs
    }
}

TEST_CASE("named moduli agree with GMP by every reduction that they have") {
    for (const NamedModulus& named : named_moduli()) {
        const Modulus modulus = parse_modulus("@" + std::string(named.name));
        check_modulus(modulus.n(), Reduction::montgomery);
        if (!special_forms(modulus).empty()) check_modulus(modulus.n(), Reduction::special);
    }
}

TEST_CASE("folding modulo numbers just below a power of two agrees with GMP") {
    int folded = 0;
    for (unsigned bits : tested_bits()) {
        for (unsigned c : {1u, 3u, 5u, 19u, 977u, 65537u}) {
            if (bits < 3 || power_of_2(bits) <= 2 * c) continue;
            const mpz_class n = power_of_2(bits) - c;
            const std::vector<SpecialForm> forms = special_forms(Modulus(n));
            if (forms.empty() || forms[0] != SpecialForm::fold) continue;
            check_form(n, SpecialForm::fold);
            ++folded;
        }
    }
    CHECK(folded > 300);
}

TEST_CASE("Barrett reduction agrees with GMP for even and odd moduli of every width") {
    eval::Samples samples(test_seed());
    CHECK(plan::cheapest_reduction(Modulus(6)) == Reduction::barrett);
    check_modulus(2, Reduction::barrett);
    for (unsigned bits : tested_bits()) {
        const mpz_class top = power_of_2(bits - 1);
        check_modulus(top, Reduction::barrett);  // 2^k
        if (bits < 3) continue;
        check_modulus(2 * top - 2, Reduction::barrett);
        check_modulus(odd_of(samples, bits) - bits % 2, Reduction::barrett);
    }
}

TEST_CASE("arithmetic modulo a number that is given at run time agrees with GMP at every width") {
    for (unsigned bits : tested_bits()) {
        check_modulus(Modulus::at_run_time({static_cast<int>(bits)}), Reduction::montgomery);
    }
}

TEST_CASE("products before a separate Montgomery reduction agree with GMP") {
    eval::Samples samples(test_seed());
    const MulChoice choices[] = {MulAlgorithm::schoolbook, {MulAlgorithm::karatsuba, 1}};
    for (int bits : {64, 131, 160, 256, 512, 1024}) {
        for (const MulChoice& choice : choices) {
            const Modulus modulus(odd_of(samples, static_cast<unsigned>(bits)));
            for (const std::string op : {"mul", "sqr", "mul_wide"}) {
                check_program(*modular_program(op, modulus, Reduction::montgomery, choice), modulus,
                              Reduction::montgomery, samples);
            }
        }
    }
}

TEST_CASE("lazy operations exist exactly where the limbs have spare bits above N") {
    const auto limit = [](const char* n, Reduction reduction) {
        return lazy_limit(parse_modulus(n), reduction);
    };
    CHECK(limit("@secp256k1.p", Reduction::special) == 1);
    CHECK(limit("2^255-19", Reduction::special) == 2);
    CHECK(limit("2^255-19", Reduction::montgomery) == 1);  // 4N > R
    CHECK(limit("@bn254.p", Reduction::montgomery) == 2);  // 4N < R
    CHECK(limit("2^254", Reduction::barrett) == 4);
    CHECK(limit("@eccp131.p", Reduction::montgomery) == 1 << 14);
}

TEST_CASE("limbs of N that are 0, 1, a power of two or all ones need no product") {
    const auto wide = [](const char* n, const std::string& op) {
        return plan::cost(*modular_program(op, parse_modulus(n), Reduction::montgomery, MulChoice()))
            .wide_products;
    };
    CHECK(wide("3^141", "mul") == 98);                     // 7 limbs, no form: 2·49
    CHECK(wide("2^256-2^224+2^192+2^96-1", "mul") == 64);  // P-256: the reduction has no product
    CHECK(wide("2^521-1", "reduce") == 0);
    // one reduction for two products
    CHECK(wide("3^141", "mul_add2") == 3 * 49);
}

TEST_CASE("addition chains compute the power with their exponent") {
    eval::Samples samples(test_seed());
    const auto check = [](const mpz_class& exponent) {
        std::vector<mpz_class> powers{1};
        for (const algorithm::loop::PowerStep& step : algorithm::loop::addition_chain(exponent)) {
            mpz_class power = powers[step.base] << step.squarings;
            if (step.factor >= 0) power += powers[step.factor];
            powers.push_back(power);
        }
        CHECK(powers.back() == exponent);
    };
    for (unsigned exponent = 1; exponent < 600; ++exponent) check(exponent);
    for (unsigned bits = 10; bits < 1100; bits += 7) check(1 + samples.uniform(power_of_2(bits)));
    // 254 squarings and 11 products are the best known for 2^255 - 21
    CHECK(algorithm::loop::multiplications(algorithm::loop::addition_chain(power_of_2(255) - 21)) <= 268);
    CHECK(algorithm::loop::multiplications(algorithm::loop::addition_chain(power_of_2(521) - 3)) < 521 + 14);
}

}  // namespace limbsmith::test
