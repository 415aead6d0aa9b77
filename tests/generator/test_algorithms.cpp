// Every algorithm at every width: the interpreter against GMP, on edges and random values within the
// contract.
#include <doctest/doctest.h>

#include "eval/contract_value.hpp"
#include "eval/eval.hpp"
#include "eval/samples.hpp"
#include "support/oracle.hpp"
#include "support/programs.hpp"
#include "support/run_program.hpp"
#include "support/seed.hpp"
#include "support/widths.hpp"

namespace limbsmith::test {
namespace {

constexpr size_t edges = 96, randoms = 32;

void check_program(const ir::Program& program, int bits, eval::Samples& samples) {
    CAPTURE(program.name);
    eval::Interpreter interpreter(program);
    eval::ContractEvaluator contract(program);
    std::vector<std::vector<mpz_class>> inputs;
    for (size_t k = 0; k < edges + randoms; ++k) inputs.push_back(samples.inputs(program, k < edges));
    const auto results = run_all(interpreter, program, inputs);
    for (size_t k = 0; k < inputs.size(); ++k) {
        std::vector<mpz_class> values = inputs[k];
        const std::vector<mpz_class>& got = results[k];
        REQUIRE(contract.broken_requirement(values) == nullptr);
        const std::vector<mpz_class> wanted = expected(program.name, bits, values, program.outputs.size());
        if (got != wanted) FAIL("inputs", hex(values), " give", hex(got), ", GMP says", hex(wanted));
        // the contract agrees
        values.insert(values.end(), got.begin(), got.end());
        REQUIRE(contract.claimed(values) == contract.expected(values));
        REQUIRE(contract.broken_promise(values) == nullptr);
    }
}

void check_widths(const std::vector<int>& widths, MulChoice mul, const std::vector<std::string>& ops) {
    const uint64_t seed = test_seed();
    CAPTURE(seed);
    for (int bits : widths) {
        CAPTURE(bits);
        eval::Samples samples(seed + bits);
        for (const std::string& op : ops) {
            for (const ir::Program& program : whole_programs(op, Width{bits}, mul))
                check_program(program, bits, samples);
        }
    }
}

}  // namespace

TEST_CASE("every operation at every width agrees with GMP") {
    check_widths(all_widths(), MulAlgorithm::rows, catalogue::all(Spec::of(Width{131})));
}

TEST_CASE("Karatsuba products agree with GMP at every width") {
    for (int levels : {1, 2, 3}) {
        CAPTURE(levels);
        std::vector<int> widths = all_widths();
        std::erase_if(widths, [=](int bits) { return most_levels(Width{bits}) < levels; });
        check_widths(widths, {MulAlgorithm::karatsuba, levels}, {"mul", "sqr", "mul_lo", "mul_hi"});
    }
}

TEST_CASE("products by columns agree with GMP at every width") {
    check_widths(all_widths(), MulAlgorithm::schoolbook, {"mul", "sqr", "mul_lo", "mul_hi"});
}

}  // namespace limbsmith::test
