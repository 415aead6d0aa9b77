#include "emit/operations.hpp"

#include <algorithm>
#include <iterator>

#include "plan/inverse.hpp"
#include "plan/plan.hpp"

namespace limbsmith::emit {
namespace {

bool is_modulus(const Json& input) { return input["type"] == "modulus"; }

Json parameter(const std::string& name, const std::string& type) {
    return {{"name", name}, {"type", type}, {"is_word", type == "uint32_t"}};
}

// A loop over an element modulo N that gives a `result`.
Json element_loop(const FieldSpec& spec, const std::string& name, const std::string& result = "elem") {
    Json inputs = Json::array({parameter("a", "elem")});
    if (!spec.modulus.is_known()) inputs.push_back(parameter("m", "modulus"));
    return {{"name", name}, {"inputs", inputs}, {"outputs", Json::array({parameter("r", result)})}};
}

// The same to the power of a number of its own.
Json power_loop(const FieldSpec& spec, const std::string& name) {
    Json loop = element_loop(spec, name);
    loop["inputs"].insert(loop["inputs"].begin() + 1, parameter("e", "exponent"));
    return loop;
}

// The same, giving also whether there is a result.
Json partial_loop(const FieldSpec& spec, const std::string& name) {
    Json loop = element_loop(spec, name);
    loop["outputs"].push_back(parameter("exists", "uint32_t"));
    return loop;
}

Json straight_lines(const std::vector<plan::Function>& functions) {
    Json signatures = Json::array();
    for (const plan::Function& function : functions) {
        if (function.is_part) continue;
        signatures.push_back(signature_model(function.program, inline_surface(function.program)));
    }
    return signatures;
}

template <class Ops>
Json from_signatures(const Json& signatures, const Ops& asked) {
    Json operations = Json::array();
    for (const Json& signature : signatures) {
        const Json& all = signature["inputs"];
        const Json& outputs = signature["outputs"];
        const std::string function = signature["name"];
        Json inputs = Json::array();
        std::ranges::remove_copy_if(all, std::back_inserter(inputs), is_modulus);
        if (inputs.empty()) continue;
        const auto namesakes =
            std::ranges::count_if(signatures, [&](const Json& other) { return other["name"] == function; });
        const bool needs_output = namesakes > 1 && outputs.size() > 1;
        const bool is_asked = function.starts_with("pow_") ||
                              std::ranges::any_of(asked, [&](auto op) { return name(op) == function; });
        operations.push_back(
            {{"name", needs_output ? function + "_" + std::string(outputs[1]["name"]) : function},
             {"function", function},
             {"inputs", inputs},
             {"outputs", outputs},
             {"is_runtime", inputs.size() != all.size()},
             {"is_asked", is_asked}});
    }
    return operations;
}

}  // namespace

Json operations_model(const Spec& spec, const std::vector<plan::Function>& functions) {
    Json signatures = straight_lines(functions);
    for (Op op : closure(spec.ops)) {
        if (!info_of(op).is_loop()) continue;
        const ir::Program meaning = plan::meaning(op, spec.width, spec.mul);
        signatures.push_back(signature_model(meaning, inline_surface(meaning)));
    }
    return from_signatures(signatures, spec.ops);
}

Json operations_model(const FieldSpec& spec, const std::vector<plan::Function>& functions) {
    Json signatures = straight_lines(functions);
    for (const ConstantPower& power : spec.powers)
        signatures.push_back(element_loop(spec, "pow_" + power.name));
    for (FieldOp op : plan::needed_operations(spec)) {
        if (op == FieldOp::pow) {
            for (const char* name : {"pow", "pow_secret"}) signatures.push_back(power_loop(spec, name));
        }
        if (op == FieldOp::inv) signatures.push_back(element_loop(spec, "inv"));
        if (op == FieldOp::inv || op == FieldOp::sqrt)
            signatures.push_back(partial_loop(spec, std::string(name(op))));
        if (op == FieldOp::legendre) signatures.push_back(element_loop(spec, "legendre", "int"));
    }
    return from_signatures(signatures, spec.ops);
}

}  // namespace limbsmith::emit
