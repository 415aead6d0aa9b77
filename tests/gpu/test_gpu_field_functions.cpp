// Every straight-line function of headers for moduli, on the GPU, at values that its contract allows: limbs
// go in and out as they stand, so that lazy forms and reductions are tried up to the largest ones. GMP is the
// judge.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "emit/field_header.hpp"
#include "emit/function_model.hpp"
#include "emit/header.hpp"
#include "eval/contract_value.hpp"
#include "eval/eval.hpp"
#include "eval/samples.hpp"
#include "eval/words.hpp"
#include "jinja/template.hpp"
#include "jit/batch.hpp"
#include "plan/field_plan.hpp"
#include "support/field_oracle.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

constexpr size_t numbers = 4096;

struct Function {
    FieldOp op;
    ir::Program program;
};

std::vector<Function> functions(const FieldSpec& spec) {
    std::vector<Function> all;
    for (FieldOp op : spec.ops) {
        auto program = plan::field_program(op, spec.modulus, spec.reduction, spec.mul);
        if (program) all.push_back({op, std::move(*program)});
    }
    return all;
}

// A source with a kernel for each function, limbs in and limbs out.
std::string kernels_of(const FieldSpec& spec, const std::vector<Function>& functions) {
    emit::Json model = {{"name", spec.name}, {"version", "test"}, {"header", "field.cuh"}};
    for (const Function& function : functions) {
        emit::Json one = emit::function_model(function.program, "", emit::inline_surface(function.program));
        one["kernel"] = emit::kernel_name(function.program);
        model["functions"].push_back(std::move(one));
    }
    return jinja::render("batch_kernels.cu.j2", model);
}

class Trial {
  public:
    Trial(const FieldSpec& spec, const ir::Program& program) : spec_(spec), program_(program) {
        eval::Samples samples(test_seed());
        for (const ir::Input& input : program.inputs) columns_.emplace_back(input.words.size() * numbers);
        for (size_t k = 0; k < numbers; ++k) {
            values_.push_back(samples.inputs(program, k % 2 == 0));
            for (size_t i = 0; i < columns_.size(); ++i) {
                const auto words = eval::to_words(values_[k][i], program.inputs[i].words.size());
                for (size_t w = 0; w < words.size(); ++w) columns_[i][w * numbers + k] = words[w];
            }
        }
    }

    // The first number that is wrong.
    std::optional<size_t> run(runtime::BatchKernels& kernels) {
        const size_t words = eval::result_words(program_);
        std::vector<uint32_t> results(words * numbers), number(words);
        runtime::BatchJob job{emit::kernel_name(program_), {}, results, numbers};
        for (const auto& column : columns_) job.inputs.emplace_back(column);
        kernels.run(job);
        eval::ContractEvaluator contract(program_);
        for (size_t k = 0; k < numbers; ++k) {
            for (size_t w = 0; w < words; ++w) number[w] = results[w * numbers + k];
            if (!is_right(contract, values_[k], eval::from_words(number))) return k;
        }
        return std::nullopt;
    }

  private:
    bool is_right(eval::ContractEvaluator& contract, std::vector<mpz_class> values,
                  const mpz_class& got) const {
        const mpz_class& N = spec_.modulus.n();
        const mpz_class factor = spec_.reduction == Reduction::montgomery ? spec_.modulus.R() : mpz_class(1);
        const bool below_2n = program_.name == "mul_lazy" || program_.name == "sqr_lazy";
        const mpz_class wanted =
            expected_field(program_.name, N, factor, lazy_limit(spec_.modulus, spec_.reduction), values);
        values.push_back(got);
        return (below_2n ? mpz_class(got % N) : got) == wanted && !contract.broken_promise(values);
    }

    const FieldSpec& spec_;
    const ir::Program& program_;
    std::vector<std::vector<mpz_class>> values_;
    std::vector<std::vector<uint32_t>> columns_;
};

void check_modulus(const char* expression, const char* wanted) {
    const Modulus modulus = parse_modulus(expression);
    const Reduction reduction = parse_reduction(wanted, modulus).value();
    const FieldSpec spec{
        modulus,     expression, parse_field_operations("all,mul_add3,mul_add4", modulus, reduction),
        MulChoice(), "field",    reduction};
    const std::vector<Function> all = functions(spec);
    runtime::BatchKernels kernels(kernels_of(spec, all), {{"field.cuh", emit::field_header(spec)}});
    for (const Function& function : all) {
        const auto wrong = Trial(spec, function.program).run(kernels);
        if (wrong) FAIL_CHECK(name(function.op), " modulo ", expression, " is wrong for number ", *wrong);
    }
    fmt::print("gpu: {} ({}), {} functions at their limits: checked\n", expression, to_string(reduction),
               all.size());
    std::fflush(stdout);
}

}  // namespace

TEST_CASE("every function modulo a number on the GPU keeps its contract") {
    std::string why_not;
    if (!runtime::has_device(&why_not)) {
        MESSAGE("skipped: " << why_not);
        return;
    }
    for (const char* modulus : {"3", "2^32-1", "@eccp131.p", "3^141", "@bn254.p", "2^521-1"}) {
        check_modulus(modulus, "montgomery");
    }
    for (const char* modulus : {"@goldilocks", "@secp256k1.p", "2^255-19", "@p256.p", "@p384.p"})
        check_modulus(modulus, "special");
    for (const char* modulus : {"2", "2^64", "2^131-2", "3^141", "2^256-2"})
        check_modulus(modulus, "barrett");
}

}  // namespace limbsmith::test
