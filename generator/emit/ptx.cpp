#include "emit/ptx.hpp"

#include <fmt/format.h>

#include "emit/naming.hpp"
#include "emit/note_text.hpp"

namespace limbsmith::emit {
namespace {

using ir::Opcode;

// (mask & y) | (~mask & z) as the truth table of lop3
constexpr const char* select_table = "0xca";

std::string constant(uint32_t value) {
    return value < 10 ? fmt::format("{}", value) : fmt::format("{:#x}", value);
}

// The mnemonic, with c if it reads a flag and .cc if it writes one.
std::string mnemonic(const ir::Instruction& in) {
    const char* c = in.flag_in ? "c" : "";
    const char* cc = in.flag_out ? ".cc" : "";
    switch (in.op) {
        case Opcode::add: return fmt::format("add{}{}.u32", c, cc);
        case Opcode::sub: return fmt::format("sub{}{}.u32", c, cc);
        case Opcode::mad_lo: return fmt::format("mad{}.lo{}.u32", c, cc);
        case Opcode::mad_hi: return fmt::format("mad{}.hi{}.u32", c, cc);
        case Opcode::mul_lo: return "mul.lo.u32";
        case Opcode::mad_his: return fmt::format("mad{}.hi{}.s32", c, cc);
        case Opcode::mul_hi: return "mul.hi.u32";
        case Opcode::mul_his: return "mul.hi.s32";
        case Opcode::bit_and: return "and.b32";
        case Opcode::bit_or: return "or.b32";
        case Opcode::bit_xor: return "xor.b32";
        case Opcode::bit_not: return "not.b32";
        case Opcode::shl: return "shl.b32";
        case Opcode::shr: return "shr.u32";
        case Opcode::sar: return "shr.s32";
        case Opcode::shf_l: return "shf.l.wrap.b32";
        case Opcode::shf_r: return "shf.r.wrap.b32";
        case Opcode::select: return "lop3.b32";
        case Opcode::min: return "min.u32";
    }
    return {};
}

// Whether instructions i and i + 1 are the two words of one product.
bool is_whole_product(const ir::Program& program, size_t i) {
    if (i + 1 >= program.body.size()) return false;
    const ir::Instruction &low = program.body[i], &high = program.body[i + 1];
    const bool is_high = high.op == Opcode::mul_hi || high.op == Opcode::mul_his;
    return low.op == Opcode::mul_lo && is_high && low.src == high.src;
}

}  // namespace

PtxStatement ptx(const ir::Program& program, const Spelling& spelling) {
    const Naming names = name_words(program, true);
    PtxStatement out;
    out.temporaries = names.temporaries;
    for (const ir::Output& output : program.outputs) {
        for (int i = 0; i < static_cast<int>(output.words.size()); ++i) {
            out.outputs.push_back(spelling(output.name, output.representation, i));
        }
    }
    for (const ir::Input& input : program.inputs) {
        for (int i = 0; i < static_cast<int>(input.words.size()); ++i) {
            if (names.is_read[input.words[i].id])
                out.inputs.push_back(spelling(input.name, input.representation, i));
        }
    }
    const auto text = [&](ir::Operand operand) {
        if (!operand.is_word) return constant(operand.value);
        if (const auto& k = names.output[operand.value]) return fmt::format("%{}", *k);
        if (const auto& k = names.input[operand.value]) return fmt::format("%{}", *k + out.outputs.size());
        return fmt::format("t{}", *names.temporary[operand.value]);
    };
    const auto notes = note_lines(program, text);
    const auto comment = [&](size_t i) {
        for (const std::string& line : notes[i]) out.comments.emplace(out.instructions.size(), line);
    };
    for (size_t i = 0; i < program.body.size(); ++i) {
        const ir::Instruction& in = program.body[i];
        comment(i);
        if (is_whole_product(program, i)) {
            // one wide multiplication: ptxas does not always combine the two halves
            const ir::Instruction& high = program.body[++i];
            const int pair = out.pairs++;
            out.instructions.push_back(fmt::format("mul.wide.{} d{}, {}, {};",
                                                   high.op == Opcode::mul_his ? "s32" : "u32", pair,
                                                   text(in.src[0]), text(in.src[1])));
            out.instructions.push_back(
                fmt::format("mov.b64 {{{}, {}}}, d{};", text(in.dst), text(high.dst), pair));
            continue;
        }
        std::string line = mnemonic(in) + " " + text(in.dst);
        for (int k = 0; k < ir::arity(in.op); ++k) line += ", " + text(in.src[k]);
        if (in.op == Opcode::select) line += fmt::format(", {}", select_table);
        out.instructions.push_back(line + ";");
    }
    comment(program.body.size());
    for (const Move& move : names.moves) {
        out.instructions.push_back(fmt::format("mov.u32 %{}, {};", move.output, text(move.from)));
    }
    return out;
}

}  // namespace limbsmith::emit
