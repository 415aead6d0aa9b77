#include "emit/function_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "emit/naming.hpp"
#include "emit/portable.hpp"
#include "plan/cost.hpp"

namespace limbsmith::emit {
namespace {

std::string_view type_of(ir::Shape shape) {
    switch (shape) {
        case ir::Shape::num: return "num";
        case ir::Shape::wide: return "wide";
        case ir::Shape::plain: return "plain";
        case ir::Shape::elem: return "elem";
        case ir::Shape::loose: return "loose";
        case ir::Shape::member:
        case ir::Shape::member_word: return "modulus";
        case ir::Shape::word: break;
    }
    return "uint32_t";
}

bool is_member(const ir::Input& input) {
    return input.shape == ir::Shape::member || input.shape == ir::Shape::member_word;
}

// How functions call the modulus object of which some inputs are members.
constexpr const char* modulus_parameter = "m";

// `a, b < 2^131; m < ...`: bounds with equal limits together; then the dependences.
std::string text(const std::vector<ir::Bound>& bounds, const std::vector<ir::Given>& givens = {}) {
    std::vector<std::pair<std::string, std::string>> groups;  // limit, names
    for (const ir::Bound& bound : bounds) {
        const std::string limit = to_string(*bound.below);
        const auto group = std::ranges::find(groups, limit, &std::pair<std::string, std::string>::first);
        if (group == groups.end()) {
            groups.emplace_back(limit, bound.name);
        } else {
            group->second += ", " + bound.name;
        }
    }
    std::string out;
    for (const auto& [limit, names] : groups) out += (out.empty() ? "" : "; ") + names + " < " + limit;
    for (const ir::Given& given : givens) {
        out += "; " + (given.text.empty() ? given.name + " = " + to_string(*given.value) : given.text);
    }
    return out;
}

Json comment(const ir::Program& program, std::string_view source) {
    const ir::Contract& contract = program.contract;
    const plan::Cost cost = plan::cost(program);
    return {
        {"formula", fmt::format("{} = {}", to_string(*contract.left), to_string(*contract.right))},
        {"requires", text(contract.requires_, contract.givens)},
        {"ensures", text(contract.ensures)},
        {"source", source},
        {"cost",
         fmt::format("{} instructions: {} wide products, {} half products, {} additions, {} logic",
                     cost.instructions, cost.wide_products, cost.half_products, cost.additions, cost.logic)},
    };
}

bool is_read(const ir::Program& program, const ir::Input& input) {
    const Naming names = name_words(program, true);
    return std::ranges::any_of(input.words, [&](ir::Word word) { return names.is_read[word.id]; });
}

// Inputs of which no word is read; they would draw a warning.
Json unread(const ir::Program& program, const Surface& surface) {
    Json out = Json::array();
    for (const ir::Input& input : program.inputs) {
        if (!is_member(input) && !is_read(program, input)) out.push_back(surface.parameter(input.name));
    }
    return out;
}

}  // namespace

Surface inline_surface(const ir::Program& program) {
    return {program.name, [](const std::string& parameter) { return parameter; },
            [](const std::string& parameter, ir::Shape shape, int index) {
                switch (shape) {
                    case ir::Shape::word: return parameter;
                    case ir::Shape::member_word: return fmt::format("{}.{}", modulus_parameter, parameter);
                    case ir::Shape::member:
                        return fmt::format("{}.{}.limb[{}]", modulus_parameter, parameter, index);
                    default: return fmt::format("{}.limb[{}]", parameter, index);
                }
            },
            ""};
}

Json function_model(const ir::Program& program, std::string_view source, const Surface& surface) {
    const PtxStatement statement = ptx(program, surface.word);
    Json inputs = Json::array();
    for (const ir::Input& input : program.inputs) {
        if (is_member(input)) continue;
        inputs.push_back({{"name", surface.parameter(input.name)},
                          {"type", type_of(input.shape)},
                          {"is_word", input.shape == ir::Shape::word},
                          {"words", input.words.size()}});
    }
    if (std::ranges::any_of(program.inputs,
                            [&](auto& input) { return is_member(input) && is_read(program, input); })) {
        inputs.push_back(
            {{"name", modulus_parameter}, {"type", type_of(ir::Shape::member)}, {"is_word", false}});
    }
    Json outputs = Json::array();
    for (const ir::Output& output : program.outputs) {
        outputs.push_back({{"name", surface.parameter(output.name)},
                           {"type", type_of(output.shape)},
                           {"is_word", output.shape == ir::Shape::word},
                           {"words", output.words.size()}});
    }
    return {
        {"name", surface.name},
        {"comment", comment(program, source)},
        {"inputs", inputs},
        {"outputs", outputs},
        {"unread", unread(program, surface)},
        {"asm",
         {{"temporaries", statement.temporaries},
          {"pairs", statement.pairs},
          {"instructions", statement.instructions},
          {"outputs", statement.outputs},
          {"inputs", statement.inputs}}},
        {"portable", portable(program, surface.word, surface.prefix)},
    };
}

}  // namespace limbsmith::emit
