// Division and the greatest common divisor as the interpreter runs their loops, against GMP.
#include <doctest/doctest.h>

#include <stdexcept>

#include "eval/contract_value.hpp"
#include "eval/eval.hpp"
#include "eval/routine.hpp"
#include "eval/samples.hpp"
#include "routine/field.hpp"
#include "routine/mutants.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

// Pairs of edges, of random numbers of all lengths, and of neighbours.
Lines pairs(const mpz_class& all, unsigned bits, eval::Samples& samples) {
    Values values{0, 1, 2, 3, all - 1, all - 2, all / 2, all / 2 - 1, all / 2 + 1};
    for (int k = 0; k < 6; ++k) values.push_back(samples.uniform(power_of_2(1 + samples.below(bits))));
    for (int k = 0; k < 6; ++k) values.push_back(samples.edge(all));
    Lines lines;
    for (const mpz_class& a : values) {
        for (const mpz_class& b : values) lines.push_back({a, b});
    }
    for (int k = 0; k < 30; ++k) {  // multiples and their neighbours
        const mpz_class b = samples.uniform(power_of_2(1 + samples.below(bits - 1))) + 1,
                        q = samples.edge(all / b);
        for (int near : {-1, 0, 1})
            if (q * b + near >= 0 && q * b + near < all) lines.push_back({q * b + near, b});
    }
    return lines;
}

Values quotient(const mpz_class& a, const mpz_class& b, const mpz_class& all) {
    if (b == 0) return {all - 1, a};
    return {a / b, a % b};
}

bool is_right(const ir::Routine& routine, const ir::Library& library, const Lines& inputs,
              const mpz_class& all) {
    try {
        eval::RoutineInterpreter interpreter(routine, library, 1000);
        const Lines results = run_all(interpreter, meaning(routine), inputs);
        for (size_t k = 0; k < inputs.size(); ++k) {
            const mpz_class &a = inputs[k][0], &b = inputs[k][1];
            if (results[k] != (routine.name == "gcd" ? Values{gcd(a, b)} : quotient(a, b, all))) return false;
        }
        return true;
    } catch (const std::logic_error&) {  // an index out of range, or no end
        return false;
    }
}

}  // namespace

TEST_CASE("quotients and greatest common divisors agree with GMP") {
    for (int bits : {1, 32, 33, 64, 65, 96, 131, 256, 1024}) {
        eval::Samples samples(test_seed() + bits);
        const ir::Library library = whole_library(Width{bits});
        const unsigned container = Width{bits}.container_bits();
        const mpz_class all = power_of_2(container);
        const Lines inputs = pairs(all, container, samples);
        for (const char* key : {"divrem", "gcd"}) {
            const auto& routine = std::get<ir::Routine>(library[key]);
            eval::RoutineInterpreter interpreter(routine, library);
            const ir::Program means = meaning(routine);
            eval::ContractEvaluator contract(means);
            const Lines results = run_all(interpreter, means, inputs);
            for (size_t k = 0; k < inputs.size(); ++k) {
                const mpz_class &a = inputs[k][0], &b = inputs[k][1];
                const Values wanted = std::string(key) == "gcd" ? Values{gcd(a, b)} : quotient(a, b, all);
                if (results[k] != wanted)
                    FAIL(key, " of ", bits, " bits:", hex(inputs[k]), " give", hex(results[k]), ", GMP says",
                         hex(wanted));
                Values values = inputs[k];
                values.insert(values.end(), results[k].begin(), results[k].end());
                REQUIRE(contract.claimed(values) == contract.expected(values));
                REQUIRE(contract.broken_promise(values) == nullptr);
            }
        }
    }
}

TEST_CASE("mutants of divisions and greatest common divisors are found") {
    eval::Samples samples(test_seed());
    const ir::Library library = whole_library(Width{96});
    const mpz_class all = power_of_2(96);
    const Lines inputs = pairs(all, 96, samples);
    for (const char* key : {"divrem", "gcd"}) {
        const auto& routine = std::get<ir::Routine>(library[key]);
        REQUIRE(is_right(routine, library, inputs, all));
        int mutants = 0, found = 0;
        each_mutant(routine, [&](const ir::Routine& mutant, const std::string&) {
            ++mutants, found += !is_right(mutant, library, inputs, all);
        });
        CAPTURE(key);
        CAPTURE(mutants);
        CAPTURE(found);
        // the others change nothing: a batch more than is needed, bits that are shifted out, sums the other
        // way round
        CHECK(10 * found >= 8 * mutants);
    }
}

}  // namespace limbsmith::test
