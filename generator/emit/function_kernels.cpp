#include "emit/function_kernels.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "emit/function_model.hpp"
#include "emit/render.hpp"

namespace limbsmith::emit {
namespace {

// A type of a header, in its namespace or in that of its parts.
std::string qualified(const std::string& name, const std::string& type) {
    if (type == "uint32_t") return type;
    return name + (type == "digits" ? "::detail::" : "::") + type;
}

Json kernel_model(const std::string& name, const plan::Function& function, size_t index) {
    const ir::Program& program = function.program;
    const Surface surface = inline_surface(program);
    const Json signature = signature_model(program, surface);
    Json variables = Json::array(), arguments = Json::array(), loads = Json::array(), stores = Json::array();
    const auto declare = [&](const Json& parameter) {
        variables.push_back({{"type", qualified(name, parameter["type"])}, {"name", parameter["name"]}});
    };
    bool has_modulus = false;
    for (const Json& input : signature["inputs"]) {
        declare(input);
        arguments.push_back(input["name"]);
        has_modulus = has_modulus || input["type"] == "modulus";
    }
    const Json& outputs = signature["outputs"];
    for (size_t i = 0; i < outputs.size(); ++i) {
        declare(outputs[i]);
        if (i > 0) arguments.push_back(outputs[i]["name"]);
    }
    for (size_t i = 0; i < program.inputs.size(); ++i) {
        const ir::Input& input = program.inputs[i];
        if (is_member(input.shape) && !has_modulus) continue;
        for (size_t w = 0; w < input.words.size(); ++w) {
            loads.push_back({{"word", surface.word(input.name, input.shape, static_cast<int>(w))},
                             {"column", i},
                             {"index", w}});
        }
    }
    for (const ir::Output& output : program.outputs) {
        for (size_t w = 0; w < output.words.size(); ++w)
            stores.push_back(surface.word(output.name, output.shape, static_cast<int>(w)));
    }
    return {{"kernel", function_kernel(index)},
            {"function", name + (function.is_part ? "::detail::" : "::") + program.name},
            {"columns", program.inputs.size()},
            {"variables", variables},
            {"arguments", arguments},
            {"loads", loads},
            {"result", outputs[0]["name"]},
            {"stores", stores}};
}

}  // namespace

std::string function_kernel(size_t index) { return fmt::format("function_{}", index); }

std::string function_kernels(const std::string& name, const std::vector<plan::Function>& functions,
                             const std::string& header_name) {
    Json model = {{"name", name},
                  {"version", LIMBSMITH_VERSION},
                  {"header", header_name},
                  {"functions", Json::array()}};
    for (size_t i = 0; i < functions.size(); ++i)
        model["functions"].push_back(kernel_model(name, functions[i], i));
    return render("function_kernels.cu.j2", model.dump());
}

}  // namespace limbsmith::emit
