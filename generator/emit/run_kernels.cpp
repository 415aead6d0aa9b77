#include "emit/run_kernels.hpp"

#include <algorithm>

#include "catalogue/loops.hpp"
#include "emit/function_model.hpp"
#include "jinja/template.hpp"
#include "spec/representations.hpp"

namespace limbsmith::emit {
namespace {

// Whether the function that the kernel calls takes the modulus object.
bool takes_modulus(const catalogue::Operation& operation, Spec spec) {
    if (!spec.is_runtime()) return false;
    spec.ops = {std::string(operation.name)};
    const std::string_view called = operation.is_loop() ? operation.batch_loop : operation.name;
    return !ir::signature(catalogue::loops(spec).library[called]).members_read.empty();
}

// The model of an operation by its meaning. `is_residue`: the operand or the result is converted.
// `is_modulus`: the input makes the modulus object. `arguments`: those of the call.
Json kernel_model(const catalogue::Operation& operation, const Spec& spec) {
    const ir::Program meaning = catalogue::meaning(operation, spec);
    const bool converts = spec.is_modular() && operation.meaning;
    Json inputs = Json::array(), outputs = Json::array(), arguments = Json::array();
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
        if (!form.is_member()) arguments.push_back(inputs.back());
    }
    if (takes_modulus(operation, spec)) arguments.push_back({{"name", "m"}, {"is_residue", false}});
    size_t first = 0;
    for (const ir::Output& output : meaning.outputs) {
        const ir::Representation& form = output.representation;
        outputs.push_back({{"name", output.name},
                           {"type", form.type},
                           {"words", output.words.size()},
                           {"first", first},
                           {"is_word", form.is_word()},
                           {"is_residue", converts && form == repr::plain}});
        first += output.words.size();
        if (outputs.size() > 1) arguments.push_back({{"name", output.name}, {"is_residue", false}});
    }
    return {{"name", operation.name}, {"kernel", kernel_name(std::string(operation.name))},
            {"inputs", inputs},       {"arguments", arguments},
            {"outputs", outputs},     {"is_runtime", is_runtime}};
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
