#include "derive/trial.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "derive/edge_inputs.hpp"
#include "eval/eval.hpp"
#include "eval/words.hpp"
#include "support/run_program.hpp"

namespace limbsmith::test {
namespace {

// Most wrong programs are wrong on one of the first inputs.
constexpr size_t first_block = 32;

// The postcondition that the outputs violate; nullopt if there is none.
std::optional<std::string> broken(eval::ContractEvaluator& contract, const Trial::Values& values) {
    if (const ir::Bound* bound = contract.broken_promise(values)) return bound->name + " leaves its range";
    const mpz_class claimed = contract.claimed(values);
    const mpz_class& expected = contract.expected(values);
    if (claimed == expected) return std::nullopt;
    return fmt::format("the relation is 0x{} = 0x{}", claimed.get_str(16), expected.get_str(16));
}

}  // namespace

Trial::Trial(const ir::Program& program, size_t count, eval::Samples& samples)
    : inputs_(edge_inputs(program, count, samples)) {
    for (size_t i = 0; i < program.inputs.size(); ++i) {
        const size_t limbs = program.inputs[i].words.size();
        std::vector<uint32_t>& column = columns_.emplace_back(limbs * size());
        for (size_t k = 0; k < size(); ++k) {
            const auto number = eval::to_words(inputs_[k][i], program.inputs[i].representation, limbs);
            for (size_t w = 0; w < limbs; ++w) column[w * size() + k] = number[w];
        }
    }
}

std::optional<std::string> Trial::counterexample(const ir::Program& program) const {
    eval::Interpreter interpreter(program);
    eval::ContractEvaluator contract(program);
    std::vector<eval::Column> columns;
    for (const auto& column : columns_) columns.push_back({column.data(), size()});
    std::vector<uint32_t> results(eval::result_words(program) * size());
    for (size_t first = 0, last = std::min(first_block, size()); first < size();
         first = last, last = size()) {
        interpreter.run(columns, first, last, results.data(), size());
        for (size_t k = first; k < last; ++k) {
            Values values = inputs_[k], outputs;
            size_t row = 0;
            for (const ir::Output& output : program.outputs) {
                std::vector<uint32_t> number;
                for (size_t w = 0; w < output.words.size(); ++w)
                    number.push_back(results[row++ * size() + k]);
                outputs.push_back(eval::from_words(number, output.representation));
            }
            values.insert(values.end(), outputs.begin(), outputs.end());
            if (const auto what = broken(contract, values)) {
                return fmt::format("inputs{} give{}: {}", hex(inputs_[k]), hex(outputs), *what);
            }
        }
    }
    return std::nullopt;
}

}  // namespace limbsmith::test
