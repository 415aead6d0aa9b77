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
        case ir::Shape::digits: return "digits";
        case ir::Shape::word:
        case ir::Shape::factor: break;
    }
    return "uint32_t";
}

// The names of signed parameters between bars.
std::string bounded_name(const std::string& name, const ir::Program& program) {
    const auto is_signed_one = [&](const auto& parameter) {
        return parameter.name == name && is_signed(parameter.shape);
    };
    const bool bars = std::ranges::any_of(program.inputs, is_signed_one) ||
                      std::ranges::any_of(program.outputs, is_signed_one);
    return bars ? "|" + name + "|" : name;
}

// `a, b < 2^131; m < ...`: bounds with equal limits together.
std::string text(const std::vector<ir::Bound>& bounds, const ir::Program& program) {
    std::vector<std::pair<std::string, std::string>> groups;  // limit, names
    for (const ir::Bound& bound : bounds) {
        const std::string limit = to_string(*bound.below);
        const auto group = std::ranges::find(groups, limit, &std::pair<std::string, std::string>::first);
        if (group == groups.end()) {
            groups.emplace_back(limit, bounded_name(bound.name, program));
        } else {
            group->second += ", " + bounded_name(bound.name, program);
        }
    }
    std::string out;
    for (const auto& [limit, names] : groups) out += (out.empty() ? "" : "; ") + names + " < " + limit;
    return out;
}

Json comment(const ir::Program& program, std::string_view source) {
    const ir::Contract& contract = program.contract;
    const plan::Cost cost = plan::cost(program);
    return {
        {"formula", fmt::format("{} = {}", to_string(*contract.left), to_string(*contract.right))},
        {"requires", text(contract.requires_, program)},
        {"ensures", text(contract.ensures, program)},
        {"source", source},
        {"cost",
         fmt::format("{} instructions: {} wide products, {} half products, {} additions, {} logic",
                     cost.instructions, cost.wide_products, cost.half_products, cost.additions, cost.logic)},
    };
}

// Inputs of which no word is read; they would draw a warning.
Json unread(const ir::Program& program, const Surface& surface) {
    const Naming names = name_words(program, true);
    Json out = Json::array();
    for (const ir::Input& input : program.inputs) {
        const auto is_read = [&](ir::Word word) { return names.is_read[word.id]; };
        if (std::ranges::none_of(input.words, is_read)) out.push_back(surface.parameter(input.name));
    }
    return out;
}

}  // namespace

Surface inline_surface(const ir::Program& program) {
    return {program.name, [](const std::string& parameter) { return parameter; },
            [](const std::string& parameter, ir::Shape shape, int index) {
                return is_word(shape) ? parameter : fmt::format("{}.limb[{}]", parameter, index);
            },
            ""};
}

Json function_model(const ir::Program& program, std::string_view source, const Surface& surface) {
    const PtxStatement statement = ptx(program, surface.word);
    Json inputs = Json::array();
    for (const ir::Input& input : program.inputs) {
        inputs.push_back({{"name", surface.parameter(input.name)},
                          {"type", type_of(input.shape)},
                          {"is_word", is_word(input.shape)},
                          {"words", input.words.size()}});
    }
    Json outputs = Json::array();
    for (const ir::Output& output : program.outputs) {
        outputs.push_back({{"name", surface.parameter(output.name)},
                           {"type", type_of(output.shape)},
                           {"is_word", is_word(output.shape)},
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
