#include "emit/function_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "emit/naming.hpp"
#include "emit/portable.hpp"
#include "ir/contract_text.hpp"
#include "pass/pass.hpp"
#include "plan/cost.hpp"
#include "spec/error.hpp"
#include "spec/representations.hpp"

namespace limbsmith::emit {
namespace {

std::string_view parameter_type(const ir::Representation& representation) {
    if (representation.is_member()) return representation.object;
    return representation.is_word() ? "uint32_t" : representation.type;
}

bool is_member(const ir::Input& input) { return input.representation.is_member(); }

// The name of the modulus object, of which some inputs are members.
constexpr const char* modulus_parameter = "m";

std::string text(const std::vector<ir::Bound>& bounds, const ir::Program& program) {
    return ir::ranges(bounds, [&](const ir::Bound& bound) { return of_magnitude(bound, program); });
}

std::string text(const std::vector<ir::Given>& givens) {
    std::string out;
    for (const ir::Given& given : givens) out += "; " + given.text;
    return out;
}

std::string joined(const std::string& first, const std::string& second) {
    return first.empty() || second.empty() ? first + second : first + "; " + second;
}

Json parameters(const auto& all, const Surface& surface) {
    Json list = Json::array();
    size_t first = 0;  // index of its first word among the words of all parameters
    for (const auto& parameter : all) {
        list.push_back({{"name", surface.parameter(parameter.name)},
                        {"type", parameter_type(parameter.representation)},
                        {"is_word", parameter.representation.is_word()},
                        {"first", first},
                        {"words", parameter.words.size()}});
        first += parameter.words.size();
    }
    return list;
}

bool is_read(const ir::Program& program, const ir::Input& input) {
    const Naming names = name_words(program, true);
    return std::ranges::any_of(input.words, [&](ir::Word word) { return names.is_read[word.id]; });
}

// The parameters of the function: its inputs, and the modulus object if an input is a member of it.
Json inputs(const ir::Program& program, const Surface& surface) {
    std::vector<ir::Input> own;
    std::ranges::remove_copy_if(program.inputs, std::back_inserter(own), is_member);
    Json list = parameters(own, surface);
    const auto is_read_member = [&](const ir::Input& input) {
        return is_member(input) && is_read(program, input);
    };
    if (std::ranges::any_of(program.inputs, is_read_member)) {
        list.push_back(
            {{"name", modulus_parameter}, {"type", parameter_type(repr::member)}, {"is_word", false}});
    }
    return list;
}

Json comment(const ir::Program& program, std::string_view source) {
    const ir::Contract& contract = program.contract;
    const plan::Cost cost = plan::cost(program);
    return {
        {"formula", fmt::format("{} = {}", to_string(*contract.left), to_string(*contract.right))},
        {"requires",
         joined(ir::digit_ranges(program.inputs), text(contract.requires_, program) + text(contract.givens))},
        {"ensures", joined(ir::digit_ranges(program.outputs), text(contract.ensures, program))},
        {"source", source},
        {"cost",
         fmt::format("{}: {}, {}, {}, {} logic", counted(cost.instructions, "instruction"),
                     counted(cost.wide_products, "wide product"), counted(cost.half_products, "half product"),
                     counted(cost.additions, "addition"), cost.logic)},
    };
}

// The inputs none of whose words is read. Compilers would warn about them.
Json unread(const ir::Program& program, const Surface& surface) {
    Json out = Json::array();
    for (const ir::Input& input : program.inputs) {
        if (!is_member(input) && !is_read(program, input)) out.push_back(surface.parameter(input.name));
    }
    return out;
}

// The string literals of the instructions, with comments between them.
Json lines(const PtxStatement& statement) {
    Json out = Json::array();
    auto comment = statement.comments.begin();
    const auto add_comments = [&](size_t before) {
        for (; comment != statement.comments.end() && comment->first == before; ++comment)
            out.push_back(comment->second);
    };
    for (size_t i = 0; i < statement.instructions.size(); ++i) {
        add_comments(i);
        out.push_back(fmt::format("\"{}\\n\\t\"", statement.instructions[i]));
    }
    add_comments(statement.instructions.size());
    return out;
}

}  // namespace

Surface inline_surface(const ir::Program& program) {
    return {program.name, [](const std::string& parameter) { return parameter; },
            [](const std::string& parameter, const ir::Representation& representation, int index) {
                std::string name = parameter;
                if (representation.is_member()) name = fmt::format("{}.{}", modulus_parameter, name);
                return representation.is_word() ? name : fmt::format("{}.limb[{}]", name, index);
            },
            ""};
}

Json signature_model(const ir::Program& program, const Surface& surface) {
    return {{"name", surface.name},
            {"inputs", inputs(program, surface)},
            {"outputs", parameters(program.outputs, surface)}};
}

Json function_model(const ir::Program& program, std::string_view source, const Surface& surface) {
    const PtxStatement statement = ptx(pass::in_safe_forms(program), surface.word);
    Json model = signature_model(program, surface);
    model["comment"] = comment(program, source);
    model["unread"] = unread(program, surface);
    model["asm"] = {{"temporaries", statement.temporaries},
                    {"pairs", statement.pairs},
                    {"lines", lines(statement)},
                    {"outputs", statement.outputs},
                    {"inputs", statement.inputs}};
    model["portable"] = portable(program, surface.word, surface.prefix);
    return model;
}

}  // namespace limbsmith::emit
