#include "eval/cases.hpp"

#include <fmt/format.h>

namespace limbsmith::eval {
namespace {

using Values = std::vector<mpz_class>;

std::string named(const auto& parameters, const Values& values) {
    std::string out;
    for (size_t i = 0; i < parameters.size(); ++i) {
        const char* sign = values[i] < 0 ? "-" : "";
        out += fmt::format("{}{} = {}0x{}", i ? ", " : "", parameters[i].name, sign,
                           mpz_class(abs(values[i])).get_str(16));
    }
    return out;
}

// What the outputs break, or nothing; `values` are those of inputs and outputs.
std::string broken(ContractEvaluator& contract, const ir::Contract& says, const Values& values) {
    if (const ir::Bound* bound = contract.broken_promise(values)) return bound->name + " leaves its range";
    if (contract.claimed(values) == contract.expected(values)) return {};
    return fmt::format("{} is not {}", to_string(*says.left), to_string(*says.right));
}

}  // namespace

Values Cases::next() {
    const size_t k = drawn_++;
    const bool edges = k < count_ / 2;
    const Values values = samples_.inputs(program_, edges);
    const Values special = k == 0                ? samples_.smallest(program_)
                           : k == 1              ? samples_.largest(program_)
                           : edges && k % 8 == 2 ? with_equals(values)
                                                 : values;
    const bool allowed = !contract_.broken_requirement(special) && !contract_.broken_given(special);
    return allowed ? special : values;
}

std::string Cases::wrong(const Values& inputs, const Values& outputs) {
    Values all = inputs;
    all.insert(all.end(), outputs.begin(), outputs.end());
    const std::string what = broken(contract_, program_.contract, all);
    if (what.empty()) return {};
    return fmt::format("{} for {}: {}", what, named(program_.inputs, inputs),
                       named(program_.outputs, outputs));
}

// Operands of one shape made equal.
Values Cases::with_equals(Values values) const {
    const std::vector<ir::Input>& inputs = program_.inputs;
    for (size_t i = 1; i < values.size(); ++i) {
        if (inputs[i].shape == inputs[i - 1].shape && !is_member(inputs[i].shape)) values[i] = values[i - 1];
    }
    return values;
}

std::string named_values(const std::vector<ir::Input>& inputs, const Values& values) {
    return named(inputs, values);
}
std::string named_values(const std::vector<ir::Output>& outputs, const Values& values) {
    return named(outputs, values);
}

}  // namespace limbsmith::eval
