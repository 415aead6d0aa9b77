#include "gpu/field_trial.hpp"

#include <algorithm>

#include "emit/function_kernels.hpp"
#include "eval/contract_value.hpp"
#include "eval/eval.hpp"
#include "eval/samples.hpp"
#include "eval/words.hpp"
#include "support/field_oracle.hpp"
#include "support/programs.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

bool is_right(const Spec& spec, const ir::Program& program, eval::ContractEvaluator& contract,
              std::vector<mpz_class> values, std::span<const uint32_t> result) {
    const mpz_class& N = spec.modulus->n();
    const mpz_class factor = spec.form_factor();
    const bool below_2n = program.name == "mul_lazy" || program.name == "sqr_lazy";
    const auto wanted =
        expected_field(program.name, N, factor, lazy_limit(*spec.modulus, spec.reduction), values);
    for (size_t i = 0; i < program.outputs.size(); ++i) {
        const size_t words = program.outputs[i].words.size();
        const mpz_class got = eval::from_words(result.first(words));
        if ((below_2n ? mpz_class(got % N) : got) != wanted[i]) return false;
        values.push_back(got);
        result = result.subspan(words);
    }
    return !contract.broken_promise(values);
}

}  // namespace

Machine on_device(runtime::BatchKernels& kernels, const std::vector<catalogue::Function>& functions) {
    return [&](const ir::Program& program, const std::vector<std::vector<uint32_t>>& columns,
               std::span<uint32_t> result, size_t count) {
        const auto same = [&](const catalogue::Function& f) { return f.program.name == program.name; };
        const size_t k = std::ranges::find_if(functions, same) - functions.begin();
        // the kernels take and give numbers one after the other
        size_t words = 0;
        for (const auto& column : columns) words += column.size() / count;
        std::vector<uint32_t> operands(words * count), results(result.size());
        size_t first = 0;
        for (const auto& column : columns) {
            const size_t own = column.size() / count;
            for (size_t w = 0; w < own; ++w)
                for (size_t n = 0; n < count; ++n) operands[n * words + first + w] = column[w * count + n];
            first += own;
        }
        kernels.compute({emit::function_kernel(k), {operands}, results, count});
        const size_t result_words = result.size() / count;
        for (size_t w = 0; w < result_words; ++w)
            for (size_t n = 0; n < count; ++n) result[w * count + n] = results[n * result_words + w];
    };
}

Machine interpreted() {
    return [](const ir::Program& program, const std::vector<std::vector<uint32_t>>& columns,
              std::span<uint32_t> result, size_t count) {
        std::vector<eval::Column> inputs;
        for (const auto& column : columns) inputs.push_back({column.data(), count});
        eval::Interpreter(program).run(inputs, 0, count, result.data(), count);
    };
}

std::optional<size_t> first_wrong(const Spec& spec, const ir::Program& program, size_t count,
                                  const Machine& machine) {
    std::vector<std::vector<mpz_class>> values;
    std::vector<std::vector<uint32_t>> columns;
    eval::Samples samples(test_seed());
    for (const ir::Input& input : program.inputs) columns.emplace_back(input.words.size() * count);
    for (size_t k = 0; k < count; ++k) {
        values.push_back(samples.inputs(program, k % 2 == 0));
        for (size_t i = 0; i < columns.size(); ++i) {
            const auto words = eval::to_words(values[k][i], program.inputs[i].words.size());
            for (size_t w = 0; w < words.size(); ++w) columns[i][w * count + k] = words[w];
        }
    }
    const size_t words = eval::result_words(program);
    std::vector<uint32_t> results(words * count), number(words);
    machine(program, columns, results, count);
    eval::ContractEvaluator contract(program);
    for (size_t k = 0; k < count; ++k) {
        for (size_t w = 0; w < words; ++w) number[w] = results[w * count + k];
        if (!is_right(spec, program, contract, values[k], number)) return k;
    }
    return std::nullopt;
}

}  // namespace limbsmith::test
