// The facts of a contract's expressions: for all small inputs there are hidden values that satisfy them, and for all
// such values the expression has its value.
#include <doctest/doctest.h>

#include <functional>

#include "check/meaning.hpp"
#include "eval/contract_value.hpp"
#include "eval/words.hpp"
#include "small_words.hpp"
#include "spec/divsteps.hpp"

namespace limbsmith::test {
namespace {

using check::Fact;
using check::Polynomial;
using ir::integer, ir::var;

constexpr int bits = 3;

mpz_class value(const Polynomial& polynomial, const std::vector<mpz_class>& values) {
    mpz_class sum;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        mpz_class term = coefficient;
        for (check::Variable variable : monomial) term *= values[variable];
        sum += term;
    }
    return sum;
}

bool is_known(const Polynomial& polynomial, size_t count) {
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        if (!monomial.empty() && monomial.back() >= count) return false;
    }
    return true;
}

// Calls visit for every choice of hidden values from -9 to 9 that satisfies the facts; powers of two and common bits
// are determined.
void solve(const check::Meaning& meaning, std::vector<mpz_class>& values,
           const std::function<void()>& visit) {
    const auto holds = [&](const Fact& fact) {
        if (!is_known(fact.polynomial, values.size()) || is_known(fact.polynomial, values.size() - 1))
            return true;
        const mpz_class found = value(fact.polynomial, values);
        return fact.kind == Fact::Kind::zero ? found == 0 : found >= 0;
    };
    const auto next = static_cast<check::Variable>(values.size());
    if (next == meaning.variables().next()) return visit();
    const auto attempt = [&](const mpz_class& hidden) {
        values.push_back(hidden);
        if (std::ranges::all_of(meaning.contract(), holds)) solve(meaning, values, visit);
        values.pop_back();
    };
    if (const auto power = meaning.variables().powers().find(next);
        power != meaning.variables().powers().end()) {
        attempt(mpz_class(1) << value(power->second, values).get_ui());
    } else if (const auto common = meaning.variables().common().find(next);
               common != meaning.variables().common().end()) {
        attempt(value(common->second.first, values) & value(common->second.second, values));
    } else {
        for (int hidden = -9; hidden <= 9; ++hidden) attempt(hidden);
    }
}

}  // namespace

TEST_CASE("expressions of contracts have their values") {
    const ir::ExprPtr a = var("a"), b = var("b"), two = integer(2), five = integer(5);
    const ir::ExprPtr expressions[] = {(a - b) % five,
                                       (a - b) / five,
                                       a % b,
                                       a / b,
                                       ir::equal(a, b),
                                       ir::less(a, b),
                                       a & b,
                                       a | b,
                                       a ^ b,
                                       a | integer(1),
                                       two * a | integer(1),
                                       (a - b) & integer(3),
                                       a & five,
                                       ir::magnitude(a - b),
                                       ir::exp2(a),
                                       ir::exp2(a % integer(3) + integer(1)),
                                       ir::inverse(a, five),
                                       ir::inverse(a - five, b),
                                       ir::inverse(a, integer(1)),
                                       ir::if_else(a - b, ir::exp2(b), a),
                                       ir::apply(divsteps, 2, a - integer(3), b | integer(1), a - b)};
    for (const ir::ExprPtr& expression : expressions) {
        CAPTURE(ir::to_string(*expression));
        ir::Program program;
        program.name = "expression";
        program.inputs = {{"a", ir::number, {{0}}}, {"b", ir::number, {{1}}}};
        program.words = 2;
        program.contract.left = expression;
        program.contract.right = integer(0);
        check::Variables variables;
        const check::Meaning meaning(program, bits, variables);
        eval::Evaluator evaluator(*expression, {"a", "b"});
        const bool divides_by_b = ir::to_string(*expression).find("mod b") != std::string::npos ||
                                  ir::to_string(*expression).find("/ b") != std::string::npos;
        for (uint32_t input = 0; input < 1u << (2 * bits); ++input) {
            std::vector<mpz_class> values{input % (1u << bits), input >> bits};
            if (divides_by_b && values[1] == 0) continue;  // it has no value
            const mpz_class wanted = evaluator(values);
            size_t solutions = 0;
            solve(meaning, values, [&] {
                ++solutions;
                REQUIRE(value(meaning.goals()[0].polynomial, values) == wanted);
            });
            REQUIRE(solutions > 0);
        }
    }
}

TEST_CASE("signed numbers, residues and other preconditions have their values") {
    const ir::Representation digits{ir::Representation::Kind::digits, {}, {}, 2};
    ir::Program program;
    program.name = "signed";
    program.inputs = {{"a", digits, {{0}, {1}}}, {"b", ir::signed_word, {{2}}}, {"n", ir::number, {{3}}}};
    program.outputs = {{"r", digits, {ir::Word{0}, ir::Operand(6u)}}};
    program.words = 4;
    program.contract.requires_ = {{"a", integer(4)}, ir::congruent({"b", integer(3)}, 1, 2)};
    program.contract.givens = {{"n", var("n") | integer(1), {}}};
    program.contract.left = integer(100) * var("a") + var("b");
    program.contract.right = integer(0);
    program.contract.ensures = {{"r", integer(3)}};
    check::Variables variables;
    const check::Meaning meaning(program, bits, variables);
    REQUIRE(meaning.goals().size() == 5);  // two words are digits; the relation; |r| < 3
    size_t legal = 0;
    for (uint32_t input = 0; input < 1u << (4 * bits); ++input) {
        std::vector<mpz_class> values;
        for (int word = 0; word < 4; ++word) values.push_back(input >> (word * bits) & 7);
        const auto as_signed = [](const mpz_class& word) { return mpz_class(word >= 4 ? word - 8 : word); };
        const mpz_class low = as_signed(values[0]), high = as_signed(values[1]), b = as_signed(values[2]);
        // a digit is half of a word
        const bool is_legal = low % 2 == 0 && high % 2 == 0 && abs(low / 2 + 4 * (high / 2)) < 4 &&
                              abs(b) < 3 && b % 2 != 0 && values[3] % 2 == 1;
        size_t solutions = 0;
        solve(meaning, values, [&] {
            ++solutions;
            REQUIRE(value(meaning.goals()[2].polynomial, values) == 100 * (low / 2 + 4 * (high / 2)) + b);
            // r has the digits low / 2 and -1
            REQUIRE(value(meaning.goals()[3].polynomial, values) == 2 - (low / 2 - 4));
            REQUIRE(value(meaning.goals()[4].polynomial, values) == 2 + (low / 2 - 4));
        });
        REQUIRE((solutions > 0) == is_legal);
        legal += is_legal;
    }
    CHECK(legal > 10);
}

}  // namespace limbsmith::test
