#include "gpu/field_trial.hpp"

#include "emit/field_header.hpp"
#include "emit/function_model.hpp"
#include "emit/header.hpp"
#include "eval/contract_value.hpp"
#include "eval/eval.hpp"
#include "eval/samples.hpp"
#include "eval/words.hpp"
#include "jinja/template.hpp"
#include "plan/field_plan.hpp"
#include "support/field_oracle.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

bool is_right(const FieldSpec& spec, const ir::Program& program, eval::ContractEvaluator& contract,
              std::vector<mpz_class> values, const mpz_class& got) {
    const mpz_class& N = spec.modulus.n();
    const mpz_class factor = spec.reduction == Reduction::montgomery ? spec.modulus.R() : mpz_class(1);
    const bool below_2n = program.name == "mul_lazy" || program.name == "sqr_lazy";
    const mpz_class wanted =
        expected_field(program.name, N, factor, lazy_limit(spec.modulus, spec.reduction), values);
    values.push_back(got);
    return (below_2n ? mpz_class(got % N) : got) == wanted && !contract.broken_promise(values);
}

}  // namespace

std::vector<FieldFunction> functions_of(const FieldSpec& spec) {
    std::vector<FieldFunction> all;
    for (FieldOp op : spec.ops) {
        auto program = plan::field_program(op, spec.modulus, spec.reduction, spec.mul);
        if (program) all.push_back({op, std::move(*program)});
    }
    return all;
}

std::string kernels_of(const FieldSpec& spec, const std::vector<FieldFunction>& functions) {
    emit::Json model = {{"name", spec.name}, {"version", "test"}, {"header", "field.cuh"}};
    for (const FieldFunction& function : functions) {
        emit::Json one = emit::function_model(function.program, "", emit::inline_surface(function.program));
        one["kernel"] = emit::kernel_name(function.program);
        model["functions"].push_back(std::move(one));
    }
    return jinja::render("batch_kernels.cu.j2", model);
}

Machine on_device(runtime::BatchKernels& kernels) {
    return [&kernels](const ir::Program& program, const std::vector<std::vector<uint32_t>>& columns,
                      std::span<uint32_t> result, size_t count) {
        runtime::BatchJob job{emit::kernel_name(program), {}, result, count};
        for (const auto& column : columns) job.inputs.emplace_back(column);
        kernels.run(job);
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

std::optional<size_t> first_wrong(const FieldSpec& spec, const ir::Program& program, size_t count,
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
        if (!is_right(spec, program, contract, values[k], eval::from_words(number))) return k;
    }
    return std::nullopt;
}

}  // namespace limbsmith::test
