#include "emit/operations.hpp"

#include <algorithm>
#include <iterator>

#include "catalogue/catalogue.hpp"
#include "emit/operand_ranges.hpp"

namespace limbsmith::emit {
namespace {

bool is_modulus(const Json& input) { return input["type"] == "modulus"; }

Json parameter(const std::string& name, const std::string& type) {
    return {{"name", name}, {"type", type}, {"is_word", type == "uint32_t"}};
}

ModulusText modulus_text(const Spec& spec) {
    if (spec.is_runtime()) return {"", spec.modulus->n()};
    return {"::" + spec.name + "::modulus()", spec.modulus->n()};
}

// The model of a loop that takes an elem and returns a `result`.
Json element_loop(const Spec& spec, const std::string& name, const std::string& result = "elem") {
    Json inputs = Json::array({parameter("a", "elem")});
    if (!spec.modulus->is_known()) inputs.push_back(parameter("m", "modulus"));
    const std::string limit = spec.modulus->is_known() ? modulus_text(spec).known : "op.m.n";
    return {{"name", name},
            {"inputs", inputs},
            {"outputs", Json::array({parameter("r", result)})},
            {"ranges", Json::array({{{"name", "a"}, {"function", "below"}, {"limit", limit}}})}};
}

// The same with an exponent as second operand.
Json power_loop(const Spec& spec, const std::string& name) {
    Json loop = element_loop(spec, name);
    loop["inputs"].insert(loop["inputs"].begin() + 1, parameter("e", "exponent"));
    loop["ranges"].push_back({{"name", "e"},
                              {"function", "below"},
                              {"limit", std::to_string(spec.modulus->width().container_bits())}});
    return loop;
}

// The same with a second output that says whether a result exists.
Json partial_loop(const Spec& spec, const std::string& name) {
    Json loop = element_loop(spec, name);
    loop["outputs"].push_back(parameter("exists", "uint32_t"));
    return loop;
}

// The name, inputs, outputs, and ranges of the inputs.
Json signature(const ir::Program& program, const ModulusText& modulus) {
    Json model = signature_model(program, inline_surface(program));
    model["ranges"] = operand_ranges(program, modulus, std::ranges::any_of(model["inputs"], is_modulus));
    return model;
}

Json straight_lines(const std::vector<catalogue::Function>& functions, const ModulusText& modulus) {
    Json signatures = Json::array();
    for (const catalogue::Function& function : functions) {
        if (!function.is_part) signatures.push_back(signature(function.program, modulus));
    }
    return signatures;
}

Json from_signatures(const Json& signatures, const std::vector<std::string>& asked) {
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
        const bool is_asked =
            function.starts_with("pow_") || std::ranges::find(asked, function) != asked.end();
        const bool bounds_operands = std::ranges::any_of(signature["ranges"], [](const Json& range) {
            return range["limit"].get<std::string>().find("op.m") != std::string::npos;
        });
        operations.push_back(
            {{"name", needs_output ? function + "_" + std::string(outputs[1]["name"]) : function},
             {"function", function},
             {"inputs", inputs},
             {"outputs", outputs},
             {"ranges", signature["ranges"]},
             {"is_runtime", inputs.size() != all.size()},
             {"bounds_operands", bounds_operands},
             {"is_asked", is_asked}});
    }
    return operations;
}

Json whole_signatures(const Spec& spec, const std::vector<catalogue::Function>& functions) {
    Json signatures = straight_lines(functions, {});
    for (const catalogue::Operation* operation : catalogue::closure(spec)) {
        if (operation->is_loop) signatures.push_back(signature(catalogue::meaning(*operation, spec), {}));
    }
    return signatures;
}

Json modular_signatures(const Spec& spec, const std::vector<catalogue::Function>& functions) {
    Json signatures = straight_lines(functions, modulus_text(spec));
    for (const ConstantPower& power : spec.powers)
        signatures.push_back(element_loop(spec, "pow_" + power.name));
    for (const catalogue::Operation* operation : catalogue::closure(spec)) {
        const std::string name(operation->name);
        if (name == "pow") {
            for (const char* power : {"pow", "pow_secret"}) signatures.push_back(power_loop(spec, power));
        }
        if (name == "inv") signatures.push_back(element_loop(spec, "inv"));
        if (name == "inv" || name == "sqrt") signatures.push_back(partial_loop(spec, name));
        if (name == "legendre") signatures.push_back(element_loop(spec, "legendre", "int"));
    }
    return signatures;
}

}  // namespace

Json operations_model(const Spec& spec, const std::vector<catalogue::Function>& functions) {
    return from_signatures(
        spec.is_modular() ? modular_signatures(spec, functions) : whole_signatures(spec, functions),
        spec.ops);
}

}  // namespace limbsmith::emit
