// The leaves of transforms modulo the primes that transforms use: edges in all combinations, by the interpreter, against
// the contract and against formulas on numbers of GMP.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <random>

#include "algorithm/ntt/leaves.hpp"
#include "eval/contract_value.hpp"
#include "pass/pass.hpp"
#include "spec/ntt_primes.hpp"
#include "support/run_program.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using Values = std::vector<mpz_class>;

// All combinations of the values that the contract allows, modulo this prime.
std::vector<Values> combinations(const ir::Program& program, const NttPrime& prime,
                                 const Values& candidates) {
    eval::ContractEvaluator contract(program);
    const std::vector<std::string> names = eval::names(program);
    const mpz_class p = prime.p, word = mpz_class(1) << 32;
    std::vector<Values> all;
    Values values(program.inputs.size());
    const std::function<void(size_t)> choose = [&](size_t i) {
        if (i == values.size()) {
            for (const ir::Given& given : program.contract.givens) {
                const auto at = std::ranges::find(names, given.name) - names.begin();
                values[static_cast<size_t>(at)] = eval::Evaluator(*given.value, names)(values);
            }
            if (!contract.broken_requirement(values)) all.push_back(values);
            return;
        }
        const auto is_it = [&](const ir::Given& given) { return given.name == names[i]; };
        Values of_input = candidates;
        if (names[i] == "p") of_input = {p};
        if (names[i] == "p0") of_input = {p, prime.p - 2};
        if (names[i] == "n0inv") of_input = {prime.n0inv()};
        if (std::ranges::any_of(program.contract.givens, is_it)) of_input = {0};
        for (const mpz_class& value : of_input) {
            values[i] = value;
            choose(i + 1);
        }
    };
    choose(0);
    return all;
}

// The leaf modulo every prime of transforms: its contract, and a formula for its outputs where they are given.
void check_leaf(const ir::Program& leaf,
                const std::function<bool(const Values&, const mpz_class&)>& is_right) {
    const ir::Program program = pass::run_pipeline(leaf);
    CAPTURE(program.name);
    std::mt19937 random(static_cast<unsigned>(test_seed()));
    eval::Interpreter interpreter(program);
    eval::ContractEvaluator contract(program);
    for (const NttPrime& prime : ntt_primes()) {
        const mpz_class p = prime.p, word = mpz_class(1) << 32;
        Values candidates{0, 1, p - 1, p, 2 * p - 1, 4 * p - 1, word - 1};
        for (int k = 0; k < 2; ++k) candidates.push_back(random() % prime.p);
        const std::vector<Values> inputs = combinations(program, prime, candidates);
        REQUIRE(inputs.size() >= 6);
        const std::vector<Values> outputs = run_all(interpreter, program, inputs);
        for (size_t k = 0; k < inputs.size(); ++k) {
            Values values = inputs[k];
            values.insert(values.end(), outputs[k].begin(), outputs[k].end());
            CAPTURE(hex(values));
            REQUIRE(contract.broken_promise(values) == nullptr);
            REQUIRE(contract.claimed(values) == contract.expected(values));
            REQUIRE(is_right(values, p));
        }
    }
}

mpz_class mod(const mpz_class& x, const mpz_class& p) {
    mpz_class rest;
    mpz_fdiv_r(rest.get_mpz_t(), x.get_mpz_t(), p.get_mpz_t());
    return rest;
}

mpz_class number(const Values& values, size_t first, size_t count) {
    mpz_class sum = 0;
    for (size_t i = count; i-- > 0;) sum = (sum << 32) + values[first + i];
    return sum;
}

}  // namespace

TEST_CASE("reductions of transforms agree with GMP") {
    namespace ntt = algorithm::ntt;
    check_leaf(ntt::reduce(), [](const Values& v, const mpz_class& p) { return v.back() == v[0] % (2 * p); });
    check_leaf(ntt::canonical(), [](const Values& v, const mpz_class& p) { return v.back() == v[0] % p; });
    check_leaf(ntt::first(), [](const Values& v, const mpz_class& p) { return v.back() == v[0] % (4 * p); });
}

TEST_CASE("products of transforms agree with GMP") {
    namespace ntt = algorithm::ntt;
    check_leaf(ntt::mul(),
               [](const Values& v, const mpz_class& p) { return mod(v.back() - v[0] * v[1], p) == 0; });
    check_leaf(ntt::product(), [](const Values& v, const mpz_class& p) {
        return mod((v.back() << 32) - v[0] * v[1], p) == 0;
    });
}

TEST_CASE("butterflies of transforms agree with GMP") {
    namespace ntt = algorithm::ntt;
    check_leaf(ntt::butterfly(), [](const Values& v, const mpz_class& p) {
        const mpz_class product = v[1] * v[2], &r = v[v.size() - 2], &s = v.back();
        return mod(r - v[0] - product, p) == 0 && mod(s - v[0] + product, p) == 0;
    });
    check_leaf(ntt::butterfly_inverse(), [](const Values& v, const mpz_class& p) {
        const mpz_class &r = v[v.size() - 2], &s = v.back();
        return mod(r - v[0] - v[1], p) == 0 && mod(s - (v[0] - v[1]) * v[2], p) == 0;
    });
}

TEST_CASE("digits and numbers of transforms agree with GMP") {
    namespace ntt = algorithm::ntt;
    check_leaf(ntt::step(), [](const Values& v, const mpz_class& p) {
        return mod(v.back() - (v[0] - v[1]) * v[2], p) == 0;
    });
    check_leaf(ntt::digit(),
               [](const Values& v, const mpz_class& p) { return v.back() == mod((v[0] - v[1]) * v[2], p); });
    check_leaf(ntt::number(), [](const Values& v, const mpz_class&) {
        return number(v, 6, 3) == v[0] + v[1] * v[3] + v[2] * number(v, 4, 2);
    });
    check_leaf(ntt::carry(), [](const Values& v, const mpz_class&) {
        return number(v, 5, 3) == number(v, 0, 3) + number(v, 3, 2);
    });
}

}  // namespace limbsmith::test
