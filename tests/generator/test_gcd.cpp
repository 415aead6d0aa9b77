// The greatest common divisor of whole numbers: the loop of divsteps against GMP.
#include <doctest/doctest.h>

#include <algorithm>

#include "catalogue/computation.hpp"
#include "eval/contract_value.hpp"
#include "eval/samples.hpp"
#include "support/oracle.hpp"
#include "support/programs.hpp"
#include "support/run_program.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using Numbers = std::vector<mpz_class>;
using Lines = std::vector<Numbers>;

mpz_class power(unsigned exponent) { return mpz_class(1) << exponent; }

void check(Width width, const Lines& inputs) {
    catalogue::Computation loop(whole_spec(width, "gcd"), "gcd");
    const ir::Program& meaning = loop.meaning();
    eval::ContractEvaluator contract(meaning);
    const auto results = run_all(loop, meaning, inputs);
    for (size_t k = 0; k < inputs.size(); ++k) {
        Numbers values = inputs[k];
        const Numbers wanted = expected("gcd", width.bits, values, 1);
        if (results[k] != wanted)
            FAIL(width.bits, " bits: ", hex(values), " give", hex(results[k]), ", GMP says", hex(wanted));
        values.push_back(results[k][0]);
        REQUIRE(contract.claimed(values) == contract.expected(values));
        REQUIRE(contract.broken_promise(values) == nullptr);
    }
}

// Pairs that are equal, zero, powers of two, neighbours, Fibonacci numbers, or multiples of a common divisor.
Lines pairs(unsigned bits, eval::Samples& samples) {
    const mpz_class all = power(bits);
    Numbers values = {0, 1, 2, 3, all - 1, all - 2, all / 2, all / 2 - 1, all / 2 + 1};
    for (unsigned k = 5; k < bits; k += bits / 5 + 1) values.push_back(power(k));
    for (int k = 0; k < 4; ++k) values.push_back(samples.uniform(all));
    Lines lines;
    for (const mpz_class& a : values) {
        for (const mpz_class& b : values) lines.push_back({a, b});
    }
    for (int k = 0; k < 40; ++k) {
        const mpz_class divisor = samples.edge(power(1 + samples.below(bits)));
        const mpz_class most = divisor == 0 ? mpz_class(1) : mpz_class((all - 1) / divisor + 1);
        lines.push_back({divisor * samples.uniform(most), divisor * samples.uniform(most)});
        lines.push_back({divisor * samples.edge(most), divisor * samples.uniform(most)});
        lines.push_back({divisor * samples.uniform(most), divisor * samples.edge(most)});
    }
    mpz_class fibonacci, next;  // the most steps for Euclid's algorithm
    for (unsigned n = 1;; ++n) {
        mpz_fib2_ui(next.get_mpz_t(), fibonacci.get_mpz_t(), n);
        if (next >= all) break;
        if (next > all / 64) lines.insert(lines.end(), {{next, fibonacci}, {fibonacci, next}});
    }
    return lines;
}

}  // namespace

TEST_CASE("greatest common divisors of all pairs of small numbers") {
    Lines lines;
    for (int a = 0; a < 70; ++a) {
        for (int b = 0; b < 70; ++b) lines.push_back({a, b});
    }
    check(Width{7}, lines);
    for (Numbers& line : lines) {  // also in the upper of two limbs
        for (mpz_class& number : line) number <<= 57;
    }
    check(Width{64}, lines);
}

TEST_CASE("greatest common divisors agree with GMP") {
    const uint64_t seed = test_seed();
    CAPTURE(seed);
    for (int bits : {1, 32, 33, 64, 96, 131, 160, 192, 239, 256, 384, 512, 1024}) {
        eval::Samples samples(seed + bits);
        const Width width{bits};
        check(width, pairs(static_cast<unsigned>(width.container_bits()), samples));
    }
}

}  // namespace limbsmith::test
