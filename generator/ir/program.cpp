#include "ir/program.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace limbsmith::ir {
namespace {

struct OpcodeInfo {
    std::string_view name;
    int arity;
    FlagKind flag;
};

constexpr OpcodeInfo info[opcodes] = {
    {"add", 2, FlagKind::carry},    {"sub", 2, FlagKind::borrow},    {"mul_lo", 2, FlagKind::none},
    {"mul_hi", 2, FlagKind::none},  {"mul_his", 2, FlagKind::none},  {"mad_lo", 3, FlagKind::carry},
    {"mad_hi", 3, FlagKind::carry}, {"mad_his", 3, FlagKind::carry}, {"and", 2, FlagKind::none},
    {"or", 2, FlagKind::none},      {"xor", 2, FlagKind::none},      {"not", 1, FlagKind::none},
    {"shl", 2, FlagKind::none},     {"shr", 2, FlagKind::none},      {"sar", 2, FlagKind::none},
    {"shf_l", 3, FlagKind::none},   {"shf_r", 3, FlagKind::none},    {"select", 3, FlagKind::none},
    {"min", 2, FlagKind::none},
};

std::string text(Operand operand) {
    return operand.is_word ? fmt::format("w{}", operand.value) : fmt::format("{:#x}", operand.value);
}

template <class Words>
std::string list(const Words& words) {
    std::string out;
    for (const auto& word : words) out += (out.empty() ? "" : " ") + text(Operand(word));
    return out;
}

}  // namespace

int arity(Opcode op) { return info[static_cast<int>(op)].arity; }
std::string_view name(Opcode op) { return info[static_cast<int>(op)].name; }
FlagKind flag_kind(Opcode op) { return info[static_cast<int>(op)].flag; }

bool of_magnitude(const Bound& bound, const Program& program) {
    const auto is_signed_one = [&](const auto& parameter) {
        return parameter.name == bound.name && parameter.representation.is_signed();
    };
    return !bound.at_least && (std::ranges::any_of(program.inputs, is_signed_one) ||
                               std::ranges::any_of(program.outputs, is_signed_one));
}

std::string dump(const Instruction& in) {
    std::string out = fmt::format("w{}", in.dst.id);
    if (in.flag_out) out += fmt::format(", f{}", in.flag_out->id);
    out += fmt::format(" = {}", name(in.op));
    for (int i = 0; i < arity(in.op); ++i) out += " " + text(in.src[i]);
    if (in.flag_in) out += fmt::format(" f{}", in.flag_in->id);
    return out;
}

std::string dump(const Program& program) {
    std::string out = fmt::format("program {}\n", program.name);
    for (const Input& input : program.inputs)
        out += fmt::format("  in  {} = {}\n", input.name, list(input.words));
    for (const Instruction& in : program.body) out += "  " + dump(in) + "\n";
    for (const Output& output : program.outputs)
        out += fmt::format("  out {} = {}\n", output.name, list(output.words));
    return out;
}

}  // namespace limbsmith::ir
