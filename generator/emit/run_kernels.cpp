#include "emit/run_kernels.hpp"

#include <algorithm>

#include "emit/group.hpp"
#include "emit/routine.hpp"
#include "emit/routine_text.hpp"
#include "emit/types.hpp"
#include "jinja/template.hpp"
#include "plan/kernel_block.hpp"

namespace limbsmith::emit {
namespace {

Json parameter(const ir::Signature::Parameter& it, const std::string& scope) {
    const ir::Variable variable{it.name, it.kind, it.representation, it.words};
    const bool is_number = it.kind == ir::Variable::Kind::number;
    return {{"name", it.name},
            {"type", (is_number ? scope : "") + value_type(variable)},
            {"words", it.words},
            {"is_word", !is_number},
            {"is_array", it.many != ir::Variable::Many::one}};
}

// The arguments of a call, in the order of its parameters.
std::vector<std::string> arguments(const ir::Library::Callable& callee) {
    std::vector<std::string> names;
    if (const auto* routine = std::get_if<ir::Routine>(&callee)) {
        for (int id : routine->parameters) names.push_back(routine->variables[id].name);
        return names;
    }
    const ir::Signature of = signature(callee);
    for (const auto& it : of.inputs) names.push_back(it.name);
    for (size_t i = 1; i < of.outputs.size(); ++i) names.push_back(of.outputs[i].name);
    return names;
}

Mapping mapping_of(const catalogue::BatchFunction& function) {
    const auto* routine = std::get_if<ir::Routine>(&function.callable);
    return routine ? routine->mapping : Mapping();
}

// The text of a function that is not in the header, which is one of one thread.
std::string code(const catalogue::BatchFunction& function) {
    if (function.is_in_header) return {};
    return emit::routine(std::get<ir::Routine>(function.callable), function.loops.library, {});
}

// How a block computes some numbers together, if it can.
Json tile_model(const std::string& kernel, const catalogue::BatchFunction& function,
                const std::string& name) {
    const catalogue::Tile* tile = function.tile();
    if (!tile) return nullptr;
    const int bytes = shared_bytes(tile->routine, function.loops.library);
    return {{"kernel", tile_kernel_name(kernel)},
            {"type", name + "::ops::" + tile->operation + "::tile"},
            {"numbers", tile->numbers},
            {"threads", tile->threads},
            {"shared_bytes", bytes},
            {"least_blocks", plan::least_tiles(tile->threads, tile->registers, bytes)}};
}

// The function that the kernel calls, and its parameters. `code`: its text if it is not in the header; `group`: how
// many numbers one call takes, each in an array; `result`: its return value.
Json kernel_model(const std::string& kernel, const catalogue::BatchFunction& function,
                  const std::string& name, bool has_tile) {
    const auto* routine = std::get_if<ir::Routine>(&function.callable);
    const ir::Signature called = signature(function.callable);
    const std::string scope = name + "::";
    Json inputs = Json::array(), outputs = Json::array();
    for (const auto& it : called.inputs) {
        if (it.name != function.length) inputs.push_back(parameter(it, scope));
    }
    int first = 0;
    for (const auto& it : called.outputs) {
        outputs.push_back(parameter(it, scope));
        outputs.back()["first"] = first;
        first += it.words * (it.kind == ir::Variable::Kind::number ? mapping_of(function).lanes() : 1);
    }
    const int shared = routine ? shared_bytes(*routine, function.loops.library) : 0;
    return {{"kernel", kernel},
            {"function", scope + called.name},
            {"code", code(function)},
            {"inputs", inputs},
            {"outputs", outputs},
            {"arguments", arguments(function.callable)},
            {"result", routine && !routine->result ? "" : called.outputs[0].name},
            {"length", function.length},
            {"shared_bytes", shared},
            {"least_blocks", routine ? plan::least_blocks(*routine, function.loops.library, shared) : 1},
            {"group", function.group()},
            {"tile", has_tile ? tile_model(kernel, function, name) : nullptr}};
}

}  // namespace

std::string kernel_name(const std::string& operation) { return "batch_" + operation; }
std::string tile_kernel_name(const std::string& kernel) { return kernel + "_by_tiles"; }

std::string run_kernels(const std::string& name, const std::string& header_name,
                        const std::map<std::string, catalogue::BatchFunction>& functions,
                        std::optional<uint32_t> block) {
    Json model = {{"version", LIMBSMITH_VERSION},
                  {"name", name},
                  {"header", header_name},
                  {"functions", Json::array()}};
    for (const auto& [kernel, function] : functions)
        model["functions"].push_back(kernel_model(kernel, function, name, !block));
    const Mapping mapping = functions.empty() ? Mapping() : mapping_of(functions.begin()->second);
    model["block"] = block.value_or(plan::kernel_block(mapping));
    if (block)
        for (Json& f : model["functions"]) f["least_blocks"] = 1;
    if (mapping.is_thread()) return jinja::render("run_kernels.cu.j2", model);
    model.update({{"lanes", mapping.lanes()}});
    return jinja::render("lane_kernels.cu.j2", model);
}

std::map<std::string, catalogue::BatchFunction> batch_functions(const Spec& spec) {
    std::map<std::string, catalogue::BatchFunction> functions;
    for (const std::string& name : spec.ops)
        functions.emplace(kernel_name(name),
                          catalogue::batch_function(catalogue::operation(spec, name), spec));
    return functions;
}

std::string run_kernels(const Spec& spec, const std::string& header_name, std::optional<uint32_t> block) {
    return run_kernels(spec.name, header_name, batch_functions(spec), block);
}

}  // namespace limbsmith::emit
