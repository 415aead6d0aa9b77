#include "ptx/trial.hpp"

#include <fmt/format.h>

#include <optional>
#include <stdexcept>
#include <vector>

#include "eval/contract_value.hpp"
#include "ptx/emitted_function.hpp"

namespace limbsmith::ptx {
namespace {

using Values = std::vector<mpz_class>;

// `a = 0x1, b = 0x2`
std::string text(const auto& parameters, const Values& values) {
    std::string out;
    for (size_t i = 0; i < parameters.size(); ++i) {
        const char* sign = values[i] < 0 ? "-" : "";
        out += fmt::format("{}{} = {}0x{}", i ? ", " : "", parameters[i].name, sign,
                           mpz_class(abs(values[i])).get_str(16));
    }
    return out;
}

// One value for each input, all allowed; `special` ones only as far as they are.
class Inputs {
  public:
    Inputs(const ir::Program& program, eval::ContractEvaluator& contract, eval::Samples& samples)
        : program_(program), contract_(contract), samples_(samples) {}

    // Those of try k.
    Values draw(size_t k, size_t cases) {
        const bool edges = k < cases / 2;
        const Values values = samples_.inputs(program_, edges);
        const Values special = k == 0                ? samples_.smallest(program_)
                               : k == 1              ? samples_.largest(program_)
                               : edges && k % 8 == 2 ? with_equals(values)
                                                     : values;
        const bool allowed = !contract_.broken_requirement(special) && !contract_.broken_given(special);
        return allowed ? special : values;
    }

  private:
    // Operands of one shape made equal.
    Values with_equals(Values values) const {
        const std::vector<ir::Input>& inputs = program_.inputs;
        for (size_t i = 1; i < values.size(); ++i) {
            if (inputs[i].shape == inputs[i - 1].shape && !is_member(inputs[i].shape))
                values[i] = values[i - 1];
        }
        return values;
    }

    const ir::Program& program_;
    eval::ContractEvaluator& contract_;
    eval::Samples& samples_;
};

// What the outputs break, or nothing; `values` are those of inputs and outputs.
std::string broken(eval::ContractEvaluator& contract, const ir::Contract& says, const Values& values) {
    if (const ir::Bound* bound = contract.broken_promise(values)) return bound->name + " leaves its range";
    if (contract.claimed(values) == contract.expected(values)) return {};
    return fmt::format("{} is not {}", to_string(*says.left), to_string(*says.right));
}

Trial run(const EmittedFunction& function, const ir::Program& program, eval::Samples& samples, size_t cases) {
    if (function.lost_flags() > 0) return {0, "a carry is lost"};
    if (function.mixed_flags() > 0) return {0, "a carry is read as a borrow"};
    eval::ContractEvaluator contract(program);
    Inputs inputs(program, contract, samples);
    for (size_t k = 0; k < cases; ++k) {
        const Values values = inputs.draw(k, cases), outputs = function.run(values);
        Values all = values;
        all.insert(all.end(), outputs.begin(), outputs.end());
        const std::string what = broken(contract, program.contract, all);
        if (what.empty()) continue;
        return {k + 1, fmt::format("{} for {}: {}", what, text(program.inputs, values),
                                   text(program.outputs, outputs))};
    }
    return {cases, ""};
}

}  // namespace

Trial try_out(const AsmStatement& statement, const ir::Program& program, eval::Samples& samples,
              size_t cases) {
    std::optional<EmittedFunction> function;
    try {
        function.emplace(statement, program, in_struct);
    } catch (const std::runtime_error& error) {
        return {0, error.what()};
    }
    return run(*function, program, samples, cases);
}

}  // namespace limbsmith::ptx
