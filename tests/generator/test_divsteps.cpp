// Divsteps: counts, the matrix of a batch, digits and rows, each compared with its definition at the ends of
// its ranges.
#include <doctest/doctest.h>

#include "algorithm/divsteps.hpp"
#include "eval/contract_value.hpp"
#include "eval/samples.hpp"
#include "pass/pass.hpp"
#include "spec/divsteps.hpp"
#include "spec/representations.hpp"
#include "support/divstep.hpp"
#include "support/run_program.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using Values = std::vector<mpz_class>;

mpz_class power_of_2(unsigned k) { return mpz_class(1) << k; }

// Runs a program on all inputs at once, checks the contract, and returns the outputs.
std::vector<Values> run_checked(const ir::Program& built, const std::vector<Values>& tries) {
    const ir::Program program = pass::run_pipeline(built);
    eval::Interpreter interpreter(program);
    eval::ContractEvaluator contract(program);
    const std::vector<Values> results = run_all(interpreter, program, tries);
    for (size_t k = 0; k < tries.size(); ++k) {
        Values values = tries[k];
        values.insert(values.end(), results[k].begin(), results[k].end());
        CAPTURE(program.name);
        CAPTURE(hex(values));
        REQUIRE(contract.broken_requirement(values) == nullptr);
        REQUIRE(contract.claimed(values) == contract.expected(values));
        REQUIRE(contract.broken_promise(values) == nullptr);
    }
    return results;
}

mpz_class low_digit(const mpz_class& x) {  // x mod 2^digit_bits, shifted to the top of its word
    mpz_class digit;
    mpz_fdiv_r_2exp(digit.get_mpz_t(), x.get_mpz_t(), digit_bits);
    return digit << 2;
}

// Pairs (u, v) with |u| + |v| <= 2^30: the corners, their neighbours, and others.
std::vector<Values> factors(eval::Samples& samples) {
    const mpz_class most = power_of_2(30);
    std::vector<Values> pairs;
    for (int u : {0, 1, 2, -1, -2}) {
        const mpz_class rest = most - abs(u);
        for (const mpz_class& v : Values{rest, -rest}) {
            pairs.push_back({u, v});
            pairs.push_back({v, u});
        }
    }
    for (int k = 0; k < 10; ++k) {
        const mpz_class u = samples.uniform(2 * most + 1) - most, rest = most - abs(u);
        pairs.push_back({u, rest});
        pairs.push_back({u, -rest});
        pairs.push_back({u, samples.uniform(2 * rest + 1) - rest});
    }
    return pairs;
}

// Numbers of magnitude below `bound`: the ends, numbers with all digits at their largest or smallest, and
// others.
Values signed_numbers(const mpz_class& bound, int digits, eval::Samples& samples) {
    Values numbers{0, 1, -1, bound - 1, 1 - bound};
    mpz_class largest = 0, smallest = 0;  // the sums of 2^29 - 1 and of -2^29 at each digit
    for (int i = 0; i + 1 < digits; ++i) {
        largest += (power_of_2(29) - 1) << 30 * i;
        smallest -= power_of_2(29) << 30 * i;
        for (const mpz_class& x : Values{largest, smallest, largest + 1, smallest - 1}) numbers.push_back(x);
    }
    for (int k = 0; k < 8; ++k) numbers.push_back(samples.edge(bound));
    for (int k = 0; k < 8; ++k) numbers.push_back(-samples.edge(bound));
    for (int k = 0; k < 8; ++k) numbers.push_back(samples.uniform(2 * bound - 1) - bound + 1);
    std::erase_if(numbers, [&](const mpz_class& x) { return abs(x) >= bound; });
    return numbers;
}

std::vector<Values> row_tries(const mpz_class& bound, int digits, eval::Samples& samples) {
    const std::vector<Values> pairs = factors(samples);
    const Values numbers = signed_numbers(bound, digits, samples);
    std::vector<Values> tries;
    for (const mpz_class& x : numbers) {
        for (const Values& pair : pairs) {
            tries.push_back({x, numbers[samples.below(numbers.size())], pair[0], pair[1]});
            tries.push_back({x, x, pair[0], pair[1]});
            tries.push_back({x, -x, pair[0], pair[1]});
        }
    }
    return tries;
}

}  // namespace

TEST_CASE("the stated number of divsteps ends every gcd of small numbers") {
    CHECK(divstep_count(256) == 590);  // the figure for 256 bits that is known from elsewhere (P. Wuille)
    for (int bits = 1; bits <= 9; ++bits) {
        for (int f = 1; f <= 1 << bits; f += 2) {
            for (int g = 0; g <= 1 << bits; ++g) {
                if (g > f && g % 2 == 0) continue;
                Divstep state(1, f, g);
                state.steps(g > f ? divstep_count_unordered(bits) : divstep_count(bits));
                REQUIRE(state.g == 0);
                REQUIRE(abs(state.f) == gcd(mpz_class(f), mpz_class(g)));
            }
        }
    }
}

TEST_CASE("the matrix of 30 divsteps equals the one computed from the definition") {
    eval::Samples samples(test_seed());
    std::vector<Values> tries, wanted;
    const auto add = [&](long twice_delta, const mpz_class& f, const mpz_class& g) {
        Divstep state(twice_delta, f, g);
        state.steps(30);
        // the matrix of the definition satisfies M·(f, g) = 2^30·(f', g')
        REQUIRE(state.u * f + state.v * g == state.f << 30);
        REQUIRE(state.q * f + state.r * g == state.g << 30);
        tries.push_back({-twice_delta, low_digit(f), low_digit(g)});
        wanted.push_back({state.u, state.v, state.q, state.r, -state.twice_delta});
    };
    const long most = (1L << 30) - 1;
    for (long twice_delta : {1L, -1L, 3L, -3L, 59L, 61L, -59L, -61L, 4721L, -4721L, most, -most}) {
        add(twice_delta, 1, 0);               // leaves (2^30 0; 0 1)
        for (unsigned k = 0; k <= 30; ++k) {  // the first odd g at each step
            add(twice_delta, 1, power_of_2(k));
            add(twice_delta, -1, -power_of_2(k));
            add(twice_delta, power_of_2(30) - 1, power_of_2(k));
            add(twice_delta, 2 * samples.uniform(power_of_2(40)) + 1, power_of_2(30) - power_of_2(k));
        }
        for (const mpz_class& f : Values{1, -1, 3, power_of_2(29) + 1}) {  // g odd at most or all steps
            for (int g : {1, -1, 3, -3}) add(twice_delta, f, g * f);
        }
        for (int k = 0; k < 300; ++k) {
            const mpz_class f = 2 * samples.uniform(power_of_2(40)) + 1 - power_of_2(40);
            add(twice_delta, f, samples.uniform(power_of_2(41)) - power_of_2(40));
        }
    }
    CHECK(run_checked(algorithm::divsteps_matrix(), tries) == wanted);
}

TEST_CASE("converting limbs to digits of 30 bits and back gives the same number") {
    eval::Samples samples(test_seed());
    for (int limbs : {1, 2, 3, 4, 8, 14, 15, 16, 17, 32}) {
        const mpz_class container = power_of_2(32 * limbs);
        const int digits = algorithm::digits_for(container);
        CHECK(container <= power_of_2(30 * digits - 2));
        CHECK(container > power_of_2(30 * (digits - 1) - 2));
        ir::Builder builder("convert");
        const auto x = builder.input("x", repr::num, limbs);
        const auto y = builder.input("y", repr::digits, digits);
        builder.output("x_digits", repr::digits, algorithm::to_digits(builder, x, digits));
        auto [y_limbs, negative] = algorithm::to_limbs(builder, y);
        y_limbs.resize(limbs);
        builder.output("y_limbs", repr::num, y_limbs);
        builder.output("negative", repr::word, {negative});
        const ir::Program program = pass::run_pipeline(std::move(builder).finish({}));
        eval::Interpreter interpreter(program);
        std::vector<Values> tries;
        for (const mpz_class& number : signed_numbers(container, digits, samples)) {
            tries.push_back({abs(number), number});
        }
        const std::vector<Values> results = run_all(interpreter, program, tries);
        for (size_t k = 0; k < tries.size(); ++k) {
            const mpz_class& number = tries[k][1];
            const bool is_negative = number < 0;
            REQUIRE(results[k] == Values{tries[k][0], is_negative ? mpz_class(number + container) : number,
                                         is_negative ? mpz_class(power_of_2(32) - 1) : mpz_class(0)});
        }
    }
}

TEST_CASE("applying a row of the divstep matrix gives the exact sum divided by 2^30") {
    eval::Samples samples(test_seed());
    for (int digits : {1, 2, 3, 5, 9, 18, 35}) {
        run_checked(algorithm::divsteps_row(digits), row_tries(power_of_2(30 * digits - 2), digits, samples));
    }
}

TEST_CASE("applying a row modulo N agrees with GMP for a constant N and for one given at run time") {
    eval::Samples samples(test_seed());
    for (const mpz_class& n :
         Values{3, 5, 7, power_of_2(30) - 1, power_of_2(31) - 1, power_of_2(32) - 1, power_of_2(32) + 1,
                power_of_2(61) - 1, power_of_2(255) - 19, power_of_2(256) - power_of_2(32) - 977,
                power_of_2(256) - 1, power_of_2(255) + 1, 2 * samples.uniform(power_of_2(253)) + 1,
                2 * samples.uniform(power_of_2(1023)) + 1}) {
        CAPTURE(n.get_str(16));
        const Modulus modulus(n);
        const int digits = algorithm::digits_for(50 * n);
        const algorithm::ModulusWords words = algorithm::ModulusWords::constant(modulus);
        ir::Builder builder("row_mod");
        const auto x = builder.input("x", repr::digits, digits);
        const auto y = builder.input("y", repr::digits, digits);
        const auto u = builder.input("u", repr::factor, 1)[0], v = builder.input("v", repr::factor, 1)[0];
        const auto n_words = builder.input("n", repr::digits, digits);
        const auto n0inv = builder.input("n0inv", repr::word, 1)[0];
        const auto constants = algorithm::modulus_digits(builder, words, digits);
        builder.output("r", repr::digits, algorithm::row_mod(builder, x, y, u, v, constants, words.n0inv));
        builder.output("s", repr::digits, algorithm::row_mod(builder, x, y, u, v, n_words, n0inv));
        const ir::Program program = pass::run_pipeline(std::move(builder).finish({}));
        eval::Interpreter interpreter(program);
        std::vector<Values> tries = row_tries(49 * n, digits, samples);
        for (Values& values : tries) values.insert(values.end(), {n, modulus.n0inv()});
        const std::vector<Values> results = run_all(interpreter, program, tries);
        for (size_t k = 0; k < tries.size(); ++k) {
            const Values& in = tries[k];
            CAPTURE(hex(in));
            const mpz_class& r = results[k][0];
            REQUIRE(results[k][1] == r);
            REQUIRE(mpz_divisible_p(mpz_class((r << 30) - in[2] * in[0] - in[3] * in[1]).get_mpz_t(),
                                    n.get_mpz_t()));
            REQUIRE(2 * abs(r) <= 2 * std::max(abs(in[0]), abs(in[1])) + n);
        }
    }
}

}  // namespace limbsmith::test
