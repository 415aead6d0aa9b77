// Random contracts for random programs, with claims: a contract that some inputs satisfy and another input
// refutes must not be proved.
//
// $LIMBSMITH_MUTANTS is the number of contracts tried (default below). They follow from the seed.
#include <doctest/doctest.h>

#include <algorithm>
#include <optional>

#include "derive/attempts.hpp"
#include "derive/derived.hpp"
#include "derive/instruction_claims.hpp"
#include "derive/random_program.hpp"
#include "eval/contract_value.hpp"
#include "eval/words.hpp"
#include "spec/representations.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using ir::ExprPtr, ir::integer, ir::pow2, ir::var;

constexpr uint64_t modulus_bits[] = {1, 8, 31, 32};
constexpr size_t inputs_of_a_program = 300, relations_of_a_program = 150;

struct Sample {
    std::vector<mpz_class> values;  // of the inputs
    Trace trace;
};

std::vector<Sample> samples_of(const ir::Program& program, Chance& chance) {
    std::vector<Sample> samples;
    for (size_t i = 0; i < inputs_of_a_program; ++i) {
        const std::vector<uint32_t> words = random_inputs(program, chance);
        std::vector<mpz_class> values;
        size_t next = 0;
        for (const ir::Input& input : program.inputs) {
            const auto first = words.begin() + static_cast<std::ptrdiff_t>(next);
            next += input.words.size();
            values.push_back(eval::from_words(
                std::vector<uint32_t>{first, words.begin() + static_cast<std::ptrdiff_t>(next)},
                input.representation));
        }
        samples.push_back({std::move(values), Trace(program, words)});
    }
    return samples;
}

// An expression in the names of inputs.
ExprPtr random_expr(const ir::Program& program, int depth, Chance& chance) {
    static constexpr uint64_t places[] = {0, 1, 2, 8, 15, 16, 31, 32, 33, 64};
    const auto power = [&] { return pow2(chance.of(places)); };
    const auto part = [&] { return random_expr(program, depth - 1, chance); };
    const auto number = [&] { return chance.once_in(3) ? integer(1 + chance.below(3)) : power(); };
    const auto name = [&] { return var(chance.of(program.inputs).name); };
    if (depth == 0) return chance.once_in(4) ? number() : name();
    switch (chance.below(14)) {
        case 0: return part() + part();
        case 1: return part() - part();
        case 2: return part() * part();
        case 3: return part() % number();
        case 4: return part() / number();
        case 5: return name() & name();
        case 6: return name() | (chance.once_in(2) ? integer(1) : name());
        case 7: return name() ^ name();
        case 8: return less(part(), part());
        case 9: return equal(part(), part());
        case 10: return if_else(part(), part(), part());
        case 11: return magnitude(part());
        case 12: {
            const ExprPtr x = name();
            const uint64_t places_of_x = chance.once_in(2) ? 31 : 1 + chance.below(63);
            return if_else(less(x, pow2(places_of_x)), x, x - pow2(places_of_x + 1));
        }
        default: return (part() % number()) / number();
    }
}

// A power of two, an odd input, or null.
ExprPtr random_modulus(const ir::Program& program, Chance& chance) {
    if (chance.once_in(2)) return {};
    if (!program.contract.givens.empty() && chance.once_in(2))
        return var(chance.of(program.contract.givens).name);
    return pow2(chance.of(modulus_bits));
}

// Adds claims, true and false ones.
void add_claims(ir::Program& program, const std::vector<Sample>& samples, Chance& chance) {
    std::vector<Trace> traces;
    for (const Sample& sample : samples) traces.push_back(sample.trace);
    for (int i = 0; i < 8; ++i) {
        program.outline.claims.push_back(chance.once_in(2) ? instruction_claim(program, chance)
                                                           : random_claim(program, traces, chance));
    }
}

}  // namespace

TEST_CASE("no contract that is false is proved") {
    const size_t wanted = attempts(3000);
    Chance chance(test_seed());
    size_t contracts = 0, is_false = 0, proved = 0;
    while (contracts < wanted) {
        ir::Program program = random_program(chance);
        const std::vector<Sample> samples = samples_of(program, chance);
        add_claims(program, samples, chance);
        std::vector<std::string> names;
        for (const ir::Input& input : program.inputs) names.push_back(input.name);
        for (size_t i = 0; i < relations_of_a_program; ++i) {
            const ExprPtr right = random_expr(program, 1 + static_cast<int>(chance.below(2)), chance);
            eval::Evaluator expected(*right, names);
            const ExprPtr modulus = random_modulus(program, chance);
            std::optional<eval::Evaluator> modulus_value;
            if (modulus) modulus_value.emplace(*modulus, names);
            const auto shape = chance.once_in(3) ? repr::factor : repr::num;
            const auto is_right = [&](const Sample& sample, ir::Word word) {
                const mpz_class r = eval::from_words(std::vector{sample.trace.word(word)}, shape);
                const mpz_class difference = r - expected(sample.values);
                if (!modulus) return difference == 0;
                const mpz_class divisor = (*modulus_value)(sample.values);
                return mpz_divisible_p(difference.get_mpz_t(), divisor.get_mpz_t()) != 0;
            };
            for (const ir::Instruction& in : program.body) {
                if (!std::all_of(samples.begin(), samples.begin() + 3,
                                 [&](const Sample& s) { return is_right(s, in.dst); }))
                    continue;
                program.outputs = {{"r", shape, {in.dst}}};
                program.contract.left = modulus ? var("r") % modulus : var("r");
                program.contract.right = modulus ? right % modulus : right;
                program.contract.ensures.clear();
                if (chance.once_in(2)) program.contract.ensures.push_back({"r", pow2(32)});
                const bool holds =
                    std::ranges::all_of(samples, [&](const Sample& s) { return is_right(s, in.dst); });
                const bool is_proved = is_derived(program);
                if (is_proved && !holds) {
                    FAIL_CHECK("proved and wrong: seed ", test_seed(), "\n", dump(program),
                               to_string(*program.contract.left), " = ", to_string(*program.contract.right));
                }
                ++contracts, is_false += !holds, proved += is_proved;
            }
        }
    }
    MESSAGE("contracts: ", contracts, ", false: ", is_false, ", proved: ", proved);
    CHECK(is_false > contracts / 10);
    CHECK(proved > contracts / 50);
}

}  // namespace limbsmith::test
