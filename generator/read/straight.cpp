#include "read/straight.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ir/contract_text.hpp"
#include "ir/routine.hpp"
#include "ptx/asm_statement.hpp"
#include "ptx/comparison.hpp"
#include "ptx/reader.hpp"
#include "read/asm_layout.hpp"
#include "read/asm_notes.hpp"
#include "read/banner.hpp"
#include "read/formula.hpp"
#include "read/portable.hpp"

namespace limbsmith::read {
namespace {

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

// The text behind the ranges of digits, which come first; all of it where there are none.
std::optional<std::string> without(std::string text, const std::string& digits) {
    if (digits.empty()) return text;
    if (!text.starts_with(digits)) return std::nullopt;
    text.erase(0, digits.size());
    if (text.starts_with("; ")) text.erase(0, 2);
    return text;
}

// Whether the literals of an asm statement, one after the other, are an instruction a line within one pair of braces.
bool has_lines(std::string_view text) {
    constexpr std::string_view first = "{\\n\\t", end = ";\\n\\t", last = "}";
    if (!text.starts_with(first) || !text.ends_with(last)) return false;
    text.remove_prefix(first.size()), text.remove_suffix(last.size());
    while (!text.empty()) {
        const size_t size = text.find_first_of(";\\");
        if (size == 0 || size == text.npos || !text.substr(size).starts_with(end)) return false;
        text.remove_prefix(size + end.size());
    }
    return true;
}

// The text of the tokens from one place to another, with single spaces behind commas.
std::string text_between(Cursor& cursor, size_t begin, size_t end) {
    std::string text;
    for (cursor.go_back(begin); cursor.place() < end;) {
        const Token& token = cursor.take();
        const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
        const bool needs_space =
            !text.empty() && (text.back() == ',' || (is_word(text.back()) && is_word(token.text[0])));
        text += (needs_space ? " " : "") + std::string(token.text);
    }
    return text;
}

}  // namespace

std::string type_text(const ir::Representation& representation) {
    if (representation.is_member()) return std::string(representation.object);
    return representation.is_word() ? "uint32_t" : std::string(representation.type);
}

void read_comment(Cursor& cursor, const catalogue::Function& proved, std::string_view behind_formula) {
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
        "",
        [&](std::string text) {
            const bool is_whole = text.ends_with(behind_formula);
            if (is_whole) text.resize(text.size() - behind_formula.size());
            return is_whole && says(text, contract);
        },
        fmt::format("{} = {}{}", to_string(*contract.left), to_string(*contract.right), behind_formula));
    const auto ranges = [&](std::string_view label, const std::string& digits,
                            const std::vector<ir::Bound>& bounds, const std::vector<ir::Given>& others,
                            const std::string& expected) {
        expect(
            label,
            [&](const std::string& text) {
                const std::optional<std::string> rest = without(text, digits);
                if (rest && rest->empty()) return bounds.empty() && others.empty();
                return rest && says(*rest, bounds, others, of_magnitude);
            },
            digits + (digits.empty() || expected.empty() ? "" : "; ") + expected);
    };
    ranges("// requires:", ir::digit_ranges(proved.program.inputs), contract.requires_, contract.givens,
           ir::ranges(contract.requires_, of_magnitude) + givens);
    ranges("// ensures:", ir::digit_ranges(proved.program.outputs), contract.ensures, {},
           ir::ranges(contract.ensures, of_magnitude));
    const Count count(proved.program);
    cursor.expect(fmt::format("// source: {}\n// {}: {}, {}, {}, {} logic\n", proved.source,
                              counted(count.instructions, "instruction"), counted(count.wide, "wide product"),
                              counted(count.half, "half product"), counted(count.additions, "addition"),
                              count.logic));
}

void read_asm(Cursor& cursor, const ir::Program& proved, const ptx::Spelling& spelling) {
    const size_t begin = cursor.place();
    cursor.expect("asm(");
    bool is_text = true;  // not the operands
    std::string lines;
    std::vector<size_t> begins;  // of instructions
    for (int depth = 1; depth > 0;) {
        if (cursor.is_at_end()) cursor.differ(")");
        const Token& token = cursor.take();
        depth += (token.text == "(") - (token.text == ")");
        is_text &= token.text != ":";
        if (token.is_comment()) cursor.differ("an instruction");
        if (!is_text || token.kind != Token::Kind::string) continue;
        const std::string_view text = token.text.substr(1, token.text.size() - 2);
        const bool is_begin = lines.ends_with("\\n\\t") && !text.starts_with(".reg ");
        if (is_begin) begins.push_back(cursor.place() - 1);
        lines += text;
    }
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
        statement = ptx::parse_asm_statements("f() {" + text_between(cursor, begin, end) + "}").at(0);
        printed = ptx::read_program(statement, proved, spelling);
    } catch (const std::runtime_error& error) {
        refuse("asm", std::string("a statement that is well-formed: ") + error.what());
    }
    if (const auto difference = ptx::first_difference(printed.program, proved)) {
        const bool has_line = difference->printed && *difference->printed < printed.lines.size();
        refuse(has_line ? printed.lines[*difference->printed] : "}", difference->proved);
    }
    if (!has_lines(lines)) refuse("asm", "a statement with an instruction a line");
    if (const auto text = out_of_layout(statement)) refuse(*text, "an instruction in its usual place");
    if (!proved.notes.empty()) read_notes(cursor, proved, printed.program, statement, begins);
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
    read_asm(cursor, program, ptx::in_struct);
    cursor.expect("\n#else\n");
    read_portable(cursor, program, {ptx::in_struct});
    cursor.expect(fmt::format("\n#endif\n return {}; }}", result.name));
}

}  // namespace limbsmith::read
