#include "emit/run_kernels.hpp"

#include <algorithm>

#include "catalogue/loops.hpp"
#include "emit/function_model.hpp"
#include "jinja/template.hpp"
#include "spec/representations.hpp"

namespace limbsmith::emit {
namespace {

// Whether the function of an operation has a parameter for a modulus given at run time.
bool takes_modulus(const catalogue::Operation& operation, const Spec& spec) {
    if (!spec.is_runtime()) return false;
    const auto functions = catalogue::functions(operation, spec);
    const auto own =
        std::ranges::find(functions, operation.name, [](auto& function) { return function.program.name; });
    if (own != functions.end()) {
        const Json signature = signature_model(own->program, inline_surface(own->program));
        return std::ranges::any_of(signature["inputs"],
                                   [](const Json& input) { return input["type"] == "modulus"; });
    }
    const catalogue::Loops loops = catalogue::loops(spec);
    const ir::Routine& routine = loops[std::string(operation.name)];
    return std::ranges::any_of(routine.parameters, [&](int id) { return routine.variables[id].is_member(); });
}

// The model of an operation by its meaning. `is_residue`: the operand or the first result is converted.
// `is_modulus`: the input makes the modulus object.
Json kernel_model(const catalogue::Operation& operation, const Spec& spec) {
    const ir::Program meaning = catalogue::meaning(operation, spec);
    const bool converts = spec.is_modular() && operation.meaning;
    Json inputs = Json::array(), outputs = Json::array();
    bool is_runtime = false;
    for (const ir::Input& input : meaning.inputs) {
        const ir::Representation& form = input.representation;
        if (form.is_member() && input.name != "n") continue;
        is_runtime |= form.is_member();
        inputs.push_back({{"name", input.name},
                          {"type", form.type},
                          {"words", input.words.size()},
                          {"is_word", form.is_word()},
                          {"is_modulus", form.is_member()},
                          {"is_residue", converts && form == repr::plain}});
    }
    Json arguments = Json::array();
    const auto add_argument = [&](const std::string& name, bool is_residue) {
        arguments.push_back({{"name", name}, {"is_residue", is_residue}});
    };
    for (const Json& input : inputs) {
        if (!input["is_modulus"]) add_argument(input["name"], input["is_residue"]);
    }
    if (takes_modulus(operation, spec)) add_argument("m", false);
    size_t first = 0;
    for (const ir::Output& output : meaning.outputs) {
        const ir::Representation& form = output.representation;
        if (!outputs.empty()) add_argument(output.name, false);
        outputs.push_back({{"name", output.name},
                           {"type", form.type},
                           {"words", output.words.size()},
                           {"first", first},
                           {"is_word", form.is_word()},
                           {"is_residue", converts && form == repr::plain}});
        first += output.words.size();
    }
    return {{"name", operation.name},   {"kernel", kernel_name(std::string(operation.name))},
            {"inputs", inputs},         {"outputs", outputs},
            {"is_runtime", is_runtime}, {"arguments", arguments}};
}

}  // namespace

std::string kernel_name(const std::string& operation) { return "batch_" + operation; }

std::string run_kernels(const Spec& spec, const std::string& header_name) {
    Json model = {{"version", LIMBSMITH_VERSION},
                  {"name", spec.name},
                  {"header", header_name},
                  {"functions", Json::array()}};
    for (const std::string& name : spec.ops) {
        const catalogue::Operation& operation = catalogue::operation(spec, name);
        if (catalogue::has_meaning(operation)) model["functions"].push_back(kernel_model(operation, spec));
    }
    return jinja::render("run_kernels.cu.j2", model);
}

}  // namespace limbsmith::emit
