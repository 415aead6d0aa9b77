#include "emit/operations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "emit/operand_ranges.hpp"
#include "emit/routine_text.hpp"

namespace limbsmith::emit {
namespace {

bool is_modulus(const Json& input) { return input["type"] == "modulus"; }

ModulusText modulus_text(const Spec& spec) {
    if (!spec.is_modular()) return {};
    if (spec.is_runtime()) return {"", spec.modulus->n()};
    return {"modulus()", spec.modulus->n()};
}

// Name, inputs, outputs, and ranges of the inputs.
Json signature(const ir::Program& program, const ModulusText& modulus) {
    Json model = signature_model(program, inline_surface(program));
    model["ranges"] = ranges_model(catalogue::operand_ranges(program), program, modulus,
                                   std::ranges::any_of(model["inputs"], is_modulus));
    return model;
}

// The same of a loop.
Json signature(const ir::Routine& routine, const ModulusText& modulus) {
    Json inputs = Json::array(), outputs = Json::array();
    const auto parameter = [](const ir::Variable& variable) -> Json {
        return {{"name", variable.name},
                {"type", value_type(variable)},
                {"is_word", variable.kind != ir::Variable::Kind::number},
                {"words", variable.words}};
    };
    bool has_modulus = false;
    if (routine.result) outputs.push_back(parameter(routine.variables[*routine.result]));
    for (int id : routine.parameters) {
        const ir::Variable& variable = routine.variables[id];
        const bool is_input = variable.role == ir::Variable::Role::input;
        has_modulus |= variable.is_member();
        if (!variable.is_member()) (is_input ? inputs : outputs).push_back(parameter(variable));
    }
    const ir::Program of = meaning(routine);
    if (has_modulus) inputs.push_back({{"name", "m"}, {"type", "modulus"}, {"is_word", false}});
    return {{"name", routine.name},
            {"inputs", inputs},
            {"outputs", outputs},
            {"ranges", ranges_model(catalogue::operand_ranges(of), of, modulus, has_modulus)}};
}

// Whether limbsmith::apply can call it: with numbers and words, none of them an array.
bool is_of_numbers(const ir::Routine& routine) {
    return std::ranges::none_of(routine.parameters, [&](int id) {
        const ir::Variable& variable = routine.variables[id];
        const bool is_written_member = variable.is_member() && variable.role == ir::Variable::Role::output;
        return variable.is_array() || is_written_member;
    });
}

Operations from_signatures(const Json& signatures, std::vector<Meaning> meanings,
                           const std::vector<std::string>& asked) {
    Operations made;
    for (size_t k = 0; k < signatures.size(); ++k) {
        const Json& signature = signatures[k];
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
        const bool is_runtime = inputs.size() != all.size();
        Meaning& of = made.meanings.emplace_back(std::move(meanings[k]));
        of.ranges = catalogue::operand_ranges(of.program);
        of.holds_modulus = is_runtime;
        made.model.push_back(
            {{"name", needs_output ? function + "_" + std::string(outputs[1]["name"]) : function},
             {"function", function},
             {"inputs", inputs},
             {"outputs", outputs},
             {"ranges", signature["ranges"]},
             {"is_runtime", is_runtime},
             {"bounds_operands", bounds_operands},
             {"is_asked", is_asked}});
    }
    return made;
}

}  // namespace

Operations operations(const Spec& spec, const std::vector<catalogue::Function>& functions,
                      const catalogue::Loops& loops) {
    std::vector<Meaning> meanings;
    const ModulusText modulus = modulus_text(spec);
    Json signatures = Json::array();
    for (const catalogue::Function& function : functions) {
        if (function.is_part) continue;
        signatures.push_back(signature(function.program, modulus));
        meanings.push_back({{function.program}});
    }
    for (const std::string& key : loops.keys) {
        if (!is_of_numbers(loops[key])) continue;
        signatures.push_back(signature(loops[key], modulus));
        Meaning of{{meaning(loops[key])}, true};
        of.loop = key;
        meanings.push_back(std::move(of));
    }
    return from_signatures(signatures, std::move(meanings), spec.ops);
}

void add_known_results(catalogue::KnownResults& known, Operations& all) {
    for (size_t k = 0; k < all.meanings.size(); ++k) {
        const auto digest = known.digest(all.meanings[k]);
        all.model[k]["known"] = digest ? fmt::format("{:#x}", *digest) : "";
    }
}

}  // namespace limbsmith::emit
