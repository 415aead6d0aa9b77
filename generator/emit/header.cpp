#include "emit/header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "catalogue/loops.hpp"
#include "emit/banner.hpp"
#include "emit/device_text.hpp"
#include "emit/digest.hpp"
#include "emit/function_model.hpp"
#include "emit/group.hpp"
#include "emit/index.hpp"
#include "emit/lane_operations.hpp"
#include "emit/operations.hpp"
#include "emit/operators.hpp"
#include "emit/routine.hpp"
#include "emit/types.hpp"
#include "jinja/template.hpp"
#include "plan/kernel_block.hpp"
#include "spec/namespaces.hpp"
#include "spec/representations.hpp"

namespace limbsmith::emit {
namespace {

// The seed's name of an operation: add_m for mod_add; where there are two functions of the name, the second
// output tells them apart: add_carry.
std::string macro_stem(const ir::Program& program, bool is_alone) {
    std::string stem = program.name;
    if (stem.starts_with("mod_")) stem = stem.substr(4) + "_m";
    if (stem.ends_with("_") && stem.size() > 1) stem.pop_back();
    if (!is_alone && program.outputs.size() > 1) stem += "_" + program.outputs[1].name;
    return stem;
}

// Macros on plain arrays: in local memory (_loc), or limb-major in global memory (_glo).
Surface macro_surface(const std::string& prefix, const ir::Program& program, bool is_alone, bool global) {
    const std::string suffix = global ? "_glo" : "_loc";
    const auto parameter = [suffix](const std::string& name) { return (name == "r" ? "c" : name) + suffix; };
    return {
        prefix + macro_stem(program, is_alone) + suffix, parameter,
        [parameter, global](const std::string& name, const ir::Representation& representation, int index) {
            if (global) return fmt::format("({})[COAL_IDX({}, tid)]", parameter(name), index);
            if (representation.is_word()) return fmt::format("({})", parameter(name));
            return fmt::format("({})[{}]", parameter(name), index);
        },
        "limbsmith_"};
}

// Where a text tells its own digest, 16 hexadecimal digits; no header has an @ elsewhere but in names of moduli.
constexpr std::string_view digest_place = "@digest@";

// The text with its digest, which differs wherever the text does: specification, version or code.
std::string with_digest(std::string text) {
    const std::string hex = fmt::format("{:016x}", digest(text));
    for (size_t at = 0; (at = text.find(digest_place, at)) != text.npos; at += hex.size())
        text.replace(at, digest_place.size(), hex);
    return text;
}

// The data of the banner, for headers of functions and of macros.
Json file_model(const Spec& spec) {
    const Width width = spec.width;
    return {
        {"command", catalogue::command(spec)},
        {"version", LIMBSMITH_VERSION},
        {"name", spec.name},
        {"scopes", namespaces(spec.name)},
        {"digest", digest_place},
        {"guard", fmt::format("LIMBSMITH_HEADER_{}", digest_place)},
        {"prefix", spec.prefix},
        {"proofs", proofs(spec.proofs == Proofs::required)},
        {"bits", width.bits},
        {"limbs", width.limbs()},
        {"wide_limbs", width.wide_limbs()},
        {"functions", Json::array()},
    };
}

// By name, whether the header has the operation.
Json presence(const Spec& spec) {
    Json ops = Json::object();
    for (const catalogue::Operation& operation : catalogue::operations(spec.system()))
        ops[std::string(operation.name)] = false;
    for (const catalogue::Operation* operation : catalogue::closure(spec))
        ops[std::string(operation->name)] = true;
    return ops;
}

// Each function twice, on arrays in local and in global memory.
std::string macros(const Spec& spec, const std::vector<catalogue::Function>& functions) {
    Json model = file_model(spec);
    for (const catalogue::Function& function : functions) {
        const ir::Program& program = function.program;
        const bool is_alone = std::ranges::count_if(functions, [&](const catalogue::Function& other) {
                                  return other.program.name == program.name;
                              }) == 1;
        for (bool global : {false, true}) {
            Json macro = function_model(program, function.source,
                                        macro_surface(spec.prefix, program, is_alone, global));
            macro["global"] = global;
            model["functions"].push_back(std::move(macro));
        }
    }
    return with_digest(jinja::render("macros.h.j2", model));
}

// Functions for the lanes of a group.
std::string over_lanes(const Spec& spec, const std::vector<catalogue::Function>& functions,
                       const catalogue::Loops& loops, catalogue::KnownResults& known) {
    Json model = file_model(spec);
    model.update({{"title", title(spec)},
                  {"about", about(spec)},
                  {"constants", constants(spec)},
                  {"derived", derived(spec)},
                  {"types", lane_types(spec, used_names(functions, loops))},
                  {"values", values(spec)},
                  {"index", index({}, loops)},
                  {"parts", Json::array()},
                  {"routines", Json::array()},
                  {"tiles", Json::array()}});
    const PartNames parts = part_names(functions, loops);
    for (const catalogue::Function& function : functions)
        model["parts"].push_back(
            function_model(function.program, function.source, inline_surface(function.program)));
    for (const std::string& key : loops.keys)
        model["routines"].push_back({{"text", group_routine(loops[key], loops.library, parts)},
                                     {"is_part", loops.parts.contains(key)}});
    for (const catalogue::Tile& tile : loops.tiles)
        model["tiles"].push_back(DeviceText(tile.routine, loops.library, parts).function_in_memory());
    LaneOperations over_lanes = lane_operations(spec, loops, parts);
    Operations& operations = over_lanes.operations;
    add_known_results(known, operations);
    std::vector<plan::BlockNeeds> needs;
    for (const Json& operation : operations.model)
        needs.push_back({operation["shared_bytes"].get<int>(), operation["blocks"].get<uint32_t>()});
    const plan::BlockNeeds all = plan::needs_of_all(needs);
    model.update({{"lanes", spec.width.lanes()},
                  {"shared_bytes", all.shared_bytes},
                  {"blocks", all.blocks},
                  {"is_block", spec.width.mapping.is_block()},
                  {"has_matrices", spec.width.mapping.is_tensor()},
                  {"conversions", over_lanes.conversions},
                  {"operations_of_batches", operations.model}});
    return with_digest(jinja::render("lanes.cuh.j2", model));
}

}  // namespace

PartNames part_names(const std::vector<catalogue::Function>& functions, const catalogue::Loops& loops) {
    PartNames parts(loops.parts.begin(), loops.parts.end());
    for (const catalogue::Function& function : functions)
        if (function.is_part) parts.insert(function.program.name);
    return parts;
}

std::string header(const Spec& spec, const std::vector<catalogue::Function>& functions) {
    const bool has_loops = spec.style != Style::macro;
    const catalogue::Loops loops = has_loops ? catalogue::loops(spec, functions) : catalogue::Loops{};
    catalogue::KnownResults known(spec, loops.library);
    return header(spec, functions, loops, known);
}

std::string header(const Spec& spec, const std::vector<catalogue::Function>& functions,
                   const catalogue::Loops& loops, catalogue::KnownResults& known) {
    if (spec.style == Style::macro) return macros(spec, functions);
    if (spec.width.mapping.is_group()) return over_lanes(spec, functions, loops, known);
    const Names used = used_names(functions, loops);
    Json model = file_model(spec);
    model.update({{"title", title(spec)},
                  {"about", about(spec)},
                  {"value", value_of_number(spec)},
                  {"constants", constants(spec)},
                  {"derived", derived(spec)},
                  {"types", types(spec, used)},
                  {"values", values(spec)},
                  {"text", text_model(spec)},
                  {"index", index(functions, loops)},
                  {"ops", presence(spec)},
                  {"has_lazy", used.contains(repr::loose.type)},
                  {"is_runtime", spec.is_runtime()},
                  {"digits", 0},                  // of a number in digits, 0 where there is none
                  {"parts", Json::array()},       // straight-line parts of loops
                  {"routines", Json::array()}});  // the loops, as text
    const PartNames parts = part_names(functions, loops);
    for (const catalogue::Function& function : functions) {
        const ir::Program& program = function.program;
        model[function.is_part ? "parts" : "functions"].push_back(
            function_model(program, function.source, inline_surface(program)));
        for (const ir::Input& input : program.inputs) {
            if (input.representation.is_digits()) model["digits"] = input.words.size();
        }
    }
    for (const std::string& key : loops.keys)
        model["routines"].push_back(routine(loops[key], loops.library, parts));
    Operations operations = emit::operations(spec, functions, loops);
    add_known_results(known, operations);
    model["all_operations"] = operations.model;
    model["all_operators"] = operators_model(model["all_operations"], spec.is_modular() ? "elem" : "num");
    return with_digest(jinja::render("header.cuh.j2", model));
}

}  // namespace limbsmith::emit
