#include "read/straight.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ir/contract_text.hpp"
#include "ir/routine.hpp"
#include "ptx/asm_statement.hpp"
#include "ptx/comparison.hpp"
#include "ptx/reader.hpp"
#include "read/asm_layout.hpp"
#include "read/banner.hpp"
#include "read/formula.hpp"
#include "read/portable.hpp"

namespace limbsmith::read {
namespace {

void read_comment(Cursor& cursor, const catalogue::Function& proved) {
    const ir::Contract& contract = proved.program.contract;
    const auto of_magnitude = [&](const ir::Bound& bound) { return ir::of_magnitude(bound, proved.program); };
    const auto expect = [&](std::string_view label, const auto& is_said, const std::string& expected) {
        cursor.expect(label);
        const size_t place = cursor.place();
        if (!is_said(cursor.formula())) cursor.go_back(place), cursor.differ(expected);
    };
    std::string givens;
    for (const ir::Given& given : contract.givens) givens += "; " + given.text;
    expect(
        "", [&](const std::string& text) { return says(text, contract); },
        to_string(*contract.left) + " = " + to_string(*contract.right));
    expect(
        "// requires:",
        [&](const std::string& text) {
            return says(text, contract.requires_, contract.givens, of_magnitude);
        },
        ir::ranges(contract.requires_, of_magnitude) + givens);
    expect(
        "// ensures:",
        [&](const std::string& text) { return says(text, contract.ensures, {}, of_magnitude); },
        ir::ranges(contract.ensures, of_magnitude));
    const Count count(proved.program);
    cursor.expect(fmt::format("// source: {}\n// {}: {}, {}, {}, {} logic\n", proved.source,
                              counted(count.instructions, "instruction"), counted(count.wide, "wide product"),
                              counted(count.half, "half product"), counted(count.additions, "addition"),
                              count.logic));
}

// The parameters but for members of the modulus, which are one object m; the first output is returned.
std::string parameters(const ir::Program& program, const ir::Signature& signature) {
    std::string all;
    const auto add = [&](const std::string& text) { all += (all.empty() ? "" : ", ") + text; };
    for (const ir::Input& input : program.inputs) {
        if (input.representation.is_member()) continue;
        const std::string type = type_text(input.representation);
        add(input.representation.is_word() ? type + " " + input.name
                                           : fmt::format("const {}& {}", type, input.name));
    }
    if (!signature.members_read.empty()) add("const modulus& m");
    for (size_t k = 1; k < program.outputs.size(); ++k)
        add(fmt::format("{}& {}", type_text(program.outputs[k].representation), program.outputs[k].name));
    return all;
}

// The inputs that nothing reads, other than members.
std::vector<std::string> unread(const ir::Program& program) {
    std::vector<std::string> names;
    for (const ir::Input& input : program.inputs) {
        const auto is_word_of_it = [&](ir::Operand operand) {
            return operand.is_word && std::ranges::find(input.words, operand.word()) != input.words.end();
        };
        const bool is_in_body = std::ranges::any_of(program.body, [&](const ir::Instruction& in) {
            return std::any_of(in.src.begin(), in.src.begin() + ir::arity(in.op), is_word_of_it);
        });
        const bool is_output = std::ranges::any_of(program.outputs, [&](const ir::Output& output) {
            return std::ranges::any_of(output.words, is_word_of_it);
        });
        if (!is_in_body && !is_output && !input.representation.is_member()) names.push_back(input.name);
    }
    return names;
}

// The asm statement, which ptx/ reads. Passes its tokens.
void read_asm(Cursor& cursor, const ir::Program& proved) {
    const size_t begin = cursor.place();
    const char* const text = cursor.peek().text.data();
    cursor.expect("asm(");
    for (int depth = 1; depth > 0;) {
        if (cursor.is_at_end()) cursor.differ(")");
        const Token& token = cursor.take();
        depth += (token.text == "(") - (token.text == ")");
    }
    const char* const text_end = cursor.peek().text.data() + 1;
    cursor.expect(";");
    const size_t end = cursor.place();
    const auto refuse = [&](const std::string& instruction, const std::string& expected) {
        cursor.go_back(begin);
        while (cursor.place() < end && cursor.peek().text.find(instruction) == std::string_view::npos)
            cursor.take();
        if (cursor.place() == end) cursor.go_back(begin);
        cursor.differ(expected);
    };
    ptx::AsmStatement statement;
    ptx::PrintedProgram printed;
    try {
        statement = ptx::parse_asm_statements("f() {" + std::string(text, text_end) + "}").at(0);
        printed = ptx::read_program(statement, proved, ptx::in_struct);
    } catch (const std::runtime_error& error) {
        refuse("asm", std::string("a statement that is well-formed: ") + error.what());
    }
    if (const auto difference = ptx::first_difference(printed.program, proved)) {
        const bool has_line = difference->printed && *difference->printed < printed.lines.size();
        refuse(has_line ? printed.lines[*difference->printed] : "}", difference->proved);
    }
    if (const auto text = out_of_layout(statement)) refuse(*text, "an instruction in its usual place");
}

}  // namespace

std::string type_text(const ir::Representation& representation) {
    if (representation.is_member()) return std::string(representation.object);
    return representation.is_word() ? "uint32_t" : std::string(representation.type);
}

void read_function(Cursor& cursor, const catalogue::Function& proved) {
    const ir::Program& program = proved.program;
    read_comment(cursor, proved);
    const ir::Output& result = program.outputs[0];
    const std::string type = type_text(result.representation);
    cursor.expect(fmt::format("LIMBSMITH_FN {} {}({}) {{ {} {};", type, program.name,
                              parameters(program, signature(program)), type, result.name));
    for (const std::string& name : unread(program)) cursor.expect(fmt::format("(void){};", name));
    cursor.expect("\n#if defined(__CUDA_ARCH__)\n");
    read_asm(cursor, program);
    cursor.expect("\n#else\n");
    read_portable(cursor, program, ptx::in_struct);
    cursor.expect(fmt::format("\n#endif\n return {}; }}", result.name));
}

}  // namespace limbsmith::read
