#include "eval/cases.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace limbsmith::eval {
namespace {

// A case is left out after so many draws that its contract does not allow.
constexpr int most_tries = 16;

std::string named(const auto& parameters, const Cases::Values& values) {
    std::string out;
    for (size_t i = 0; i < parameters.size(); ++i) {
        const char* sign = values[i] < 0 ? "-" : "";
        out += fmt::format("{}{} = {}0x{}", i ? ", " : "", parameters[i].name, sign,
                           mpz_class(abs(values[i])).get_str(16));
    }
    return out;
}

}  // namespace

Cases::Cases(const ir::Program& program, Samples& samples, size_t count)
    : program_(program), contract_(program) {
    for (size_t k = 0; k < count; ++k)
        if (auto drawn = draw(samples, k, count)) inputs_.push_back(std::move(*drawn));
}

Cases::Cases(const ir::Program& program, std::vector<Values> inputs)
    : program_(program), contract_(program), inputs_(std::move(inputs)) {}

Trial Cases::try_out(const Function& outputs, const std::function<bool(size_t tried)>& is_enough) {
    for (size_t k = 0; k < inputs_.size(); ++k) {
        if (is_enough && is_enough(k)) return {k, ""};
        Values found;
        try {
            found = outputs(k);
        } catch (const std::runtime_error& error) {
            return {k + 1, fmt::format("{} for {}", error.what(), named(program_.inputs, inputs_[k]))};
        }
        if (k < right_.size() && found == right_[k]) continue;
        const std::string what = broken(inputs_[k], found);
        if (!what.empty()) {
            return {k + 1, fmt::format("{} for {}: {}", what, named(program_.inputs, inputs_[k]),
                                       named(program_.outputs, found))};
        }
        if (k == right_.size()) right_.push_back(std::move(found));
    }
    return {inputs_.size(), ""};
}

// The inputs of case k; special values only if the contract allows them, and none where it does not allow the others.
std::optional<Cases::Values> Cases::draw(Samples& samples, size_t k, size_t count) {
    const bool edges = k < count / 2;
    const auto is_allowed = [&](const Values& values) {
        return !contract_.broken_requirement(values) && !contract_.broken_given(values);
    };
    Values values = samples.inputs(program_, edges);
    if (k < 2 || (edges && k % 8 == 2)) {
        const Values special = k == 0   ? samples.smallest(program_)
                               : k == 1 ? samples.largest(program_)
                                        : with_equals(values);
        if (is_allowed(special)) return special;
    }
    for (int tries = 1; !is_allowed(values); ++tries) {
        if (tries == most_tries) return std::nullopt;
        values = samples.inputs(program_, edges);
    }
    return values;
}

// The values with adjacent operands of the same shape made equal.
Cases::Values Cases::with_equals(Values values) const {
    const std::vector<ir::Input>& inputs = program_.inputs;
    for (size_t i = 1; i < values.size(); ++i) {
        if (inputs[i].representation == inputs[i - 1].representation && !inputs[i].representation.is_member())
            values[i] = values[i - 1];
    }
    return values;
}

// The part of the contract that the outputs violate, as a message; empty if there is none.
std::string Cases::broken(const Values& inputs, const Values& outputs) {
    Values values = inputs;
    values.insert(values.end(), outputs.begin(), outputs.end());
    if (const ir::Bound* bound = contract_.broken_promise(values)) return bound->name + " leaves its range";
    if (contract_.claimed(values) == contract_.expected(values)) return {};
    return fmt::format("{} is not {}", to_string(*program_.contract.left),
                       to_string(*program_.contract.right));
}

std::string named_values(const std::vector<ir::Input>& inputs, const Cases::Values& values) {
    return named(inputs, values);
}
std::string named_values(const std::vector<ir::Output>& outputs, const Cases::Values& values) {
    return named(outputs, values);
}

}  // namespace limbsmith::eval
