#include "emit/function_kernels.hpp"

#include <fmt/format.h>

#include "emit/function_model.hpp"
#include "jinja/template.hpp"

namespace limbsmith::emit {
namespace {

// The name of a parameter's type outside the header's namespace.
std::string qualified(const Json& parameter, const std::string& name) {
    const std::string type = parameter["type"];
    if (type == "uint32_t") return type;
    return name + (type == "digits" ? "::detail::" : "::") + type;
}

// The words of the parameters that have a variable in the function, numbered in order.
Json words(const auto& parameters, const Surface& surface, bool has_modulus) {
    Json list = Json::array();
    size_t index = 0;
    for (const auto& parameter : parameters) {
        for (size_t i = 0; i < parameter.words.size(); ++i, ++index) {
            if (parameter.representation.is_member() && !has_modulus) continue;
            list.push_back(
                {{"name", surface.word(parameter.name, parameter.representation, static_cast<int>(i))},
                 {"index", index}});
        }
    }
    return list;
}

size_t total_words(const auto& parameters) {
    size_t count = 0;
    for (const auto& parameter : parameters) count += parameter.words.size();
    return count;
}

Json kernel_model(const catalogue::Function& function, const std::string& kernel, const std::string& name) {
    const ir::Program& program = function.program;
    const Surface surface = inline_surface(program);
    const Json signature = signature_model(program, surface);
    Json variables = Json::array(), arguments = Json::array();
    bool has_modulus = false;
    for (const char* kind : {"inputs", "outputs"}) {
        for (const Json& parameter : signature[kind]) {
            const std::string type = qualified(parameter, name);
            has_modulus |= parameter["type"] == "modulus";
            variables.push_back({{"type", type}, {"name", parameter["name"]}});
            const bool is_result = parameter == signature["outputs"][0];
            if (!is_result) arguments.push_back(parameter["name"]);
        }
    }
    return {{"name", kernel},
            {"function", fmt::format("{}::{}{}", name, function.is_part ? "detail::" : "", program.name)},
            {"variables", variables},
            {"arguments", arguments},
            {"result", signature["outputs"][0]["name"]},
            {"input_words", total_words(program.inputs)},
            {"output_words", total_words(program.outputs)},
            {"inputs", words(program.inputs, surface, has_modulus)},
            {"outputs", words(program.outputs, surface, has_modulus)}};
}

}  // namespace

std::string function_kernel(size_t k) { return fmt::format("function_{}", k); }

std::string function_kernels(const std::string& name, const std::string& header,
                             const std::vector<catalogue::Function>& functions) {
    Json model = {{"name", name}, {"header", header}, {"kernels", Json::array()}};
    for (size_t k = 0; k < functions.size(); ++k)
        model["kernels"].push_back(kernel_model(functions[k], function_kernel(k), name));
    return jinja::render("function_kernels.cu.j2", model);
}

}  // namespace limbsmith::emit
