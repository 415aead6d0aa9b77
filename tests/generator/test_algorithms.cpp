// Every algorithm at every width: the interpreter against GMP, on edges and random values within the
// contract.
#include <doctest/doctest.h>

#include "eval/contract_value.hpp"
#include "eval/eval.hpp"
#include "eval/samples.hpp"
#include "eval/words.hpp"
#include "plan/plan.hpp"
#include "support/oracle.hpp"
#include "support/seed.hpp"
#include "support/widths.hpp"

namespace limbsmith::test {
namespace {

constexpr size_t edges = 96, randoms = 32;

// The words of all inputs, one number after the other, and of all outputs back into numbers.
std::vector<mpz_class> run_one(eval::Interpreter& interpreter, const ir::Program& program,
                               const std::vector<mpz_class>& inputs) {
    std::vector<uint32_t> words;
    for (size_t i = 0; i < inputs.size(); ++i) {
        const std::vector<uint32_t> limbs = eval::to_words(inputs[i], program.inputs[i].words.size());
        words.insert(words.end(), limbs.begin(), limbs.end());
    }
    const std::vector<uint32_t> result = interpreter.run_one(words);
    std::vector<mpz_class> outputs;
    size_t begin = 0;
    for (const ir::Output& output : program.outputs) {
        outputs.push_back(eval::from_words(std::span(result).subspan(begin, output.words.size())));
        begin += output.words.size();
    }
    return outputs;
}

std::string hex(const std::vector<mpz_class>& values) {
    std::string text;
    for (const mpz_class& value : values) text += " 0x" + value.get_str(16);
    return text;
}

void check_program(const ir::Program& program, int bits, eval::Samples& samples) {
    CAPTURE(program.name);
    eval::Interpreter interpreter(program);
    eval::ContractEvaluator contract(program);
    for (size_t k = 0; k < edges + randoms; ++k) {
        std::vector<mpz_class> values = samples.inputs(program, k < edges);
        REQUIRE(contract.broken_requirement(values) == nullptr);
        const std::vector<mpz_class> wanted = expected(program.name, bits, values, program.outputs.size());
        const std::vector<mpz_class> got = run_one(interpreter, program, values);
        if (got != wanted) FAIL("inputs", hex(values), " give", hex(got), ", GMP says", hex(wanted));
        // the contract says the same
        values.insert(values.end(), got.begin(), got.end());
        REQUIRE(contract.claimed(values) == contract.expected(values));
        REQUIRE(contract.broken_promise(values) == nullptr);
    }
}

void check_widths(const std::vector<int>& widths, MulChoice mul, const std::vector<Op>& ops) {
    const uint64_t seed = test_seed();
    CAPTURE(seed);
    for (int bits : widths) {
        CAPTURE(bits);
        eval::Samples samples(seed + bits);
        for (Op op : ops) {
            for (const ir::Program& program : plan::functions(op, Width{bits}, mul))
                check_program(program, bits, samples);
        }
    }
}

}  // namespace

TEST_CASE("every operation at every width agrees with GMP") {
    check_widths(all_widths(), MulAlgorithm::rows, parse_operations("all"));
}

TEST_CASE("Karatsuba products agree with GMP at every width") {
    for (int levels : {1, 2, 3}) {
        CAPTURE(levels);
        std::vector<int> widths = all_widths();
        std::erase_if(widths, [=](int bits) { return most_levels(Width{bits}) < levels; });
        check_widths(widths, {MulAlgorithm::karatsuba, levels}, parse_operations("mul,sqr,mul_lo,mul_hi"));
    }
}

TEST_CASE("products by columns agree with GMP at every width") {
    check_widths(all_widths(), MulAlgorithm::schoolbook, parse_operations("mul,sqr,mul_lo,mul_hi"));
}

}  // namespace limbsmith::test
