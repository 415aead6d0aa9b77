#include "emit/portable.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "emit/naming.hpp"
#include "emit/note_text.hpp"

namespace limbsmith::emit {
namespace {

using ir::Opcode;

class Printer {
  public:
    Printer(const ir::Program& program, const Spelling& spelling, const std::string& prefix)
        : program_(program), names_(name_words(program, false)), prefix_(prefix) {
        input_text_.resize(program.words);
        for (const ir::Input& input : program.inputs) {
            for (size_t i = 0; i < input.words.size(); ++i) {
                input_text_[input.words[i].id] =
                    spelling(input.name, input.representation, static_cast<int>(i));
            }
        }
        for (const ir::Output& output : program.outputs) {
            for (size_t i = 0; i < output.words.size(); ++i) {
                output_text_.push_back(spelling(output.name, output.representation, static_cast<int>(i)));
            }
        }
    }

    std::vector<std::string> print() const {
        std::vector<std::string> lines;
        const bool flags =
            std::ranges::any_of(program_.body, [](auto& in) { return in.flag_out.has_value(); });
        if (flags) lines.push_back(fmt::format("uint64_t {0}sum; uint32_t {0}cc;", prefix_));
        const auto notes = note_lines(program_, [this](ir::Operand word) { return name(word); });
        for (size_t i = 0; i < program_.body.size(); ++i) {
            std::ranges::copy(notes[i], std::back_inserter(lines));
            lines.push_back(statement(program_.body[i]));
        }
        std::ranges::copy(notes.back(), std::back_inserter(lines));
        for (const Move& move : names_.moves) {
            lines.push_back(fmt::format("{} = {};", output_text_[move.output], text(move.from)));
        }
        return lines;
    }

  private:
    std::string text(ir::Operand operand) const {
        if (!operand.is_word) return fmt::format("{}u", operand.value);
        if (names_.input[operand.value]) return input_text_[operand.value];
        return fmt::format("{}t{}", prefix_, *names_.temporary[operand.value]);
    }

    // For comments: empty for a word that is not kept.
    std::string name(ir::Operand operand) const {
        return operand.is_word && !names_.is_read[operand.value] ? "" : text(operand);
    }

    std::string cast(const char* type, std::string_view value) const {
        return prefix_.empty() ? fmt::format("{}({})", type, value)
                               : fmt::format("LIMBSMITH_CAST({}, {})", type, value);
    }

    // `first`, the other operands without constants 0, and the incoming flag, joined by `sign`.
    std::string joined(std::string first, const char* sign, std::initializer_list<ir::Operand> others,
                       const ir::Instruction& in) const {
        for (ir::Operand other : others) {
            if (!other.is_zero()) first += sign + text(other);
        }
        return in.flag_in ? first + sign + prefix_ + "cc" : first;
    }

    // The value of an instruction, with 64 bits if `wide`: its flag is above bit 31.
    std::string expression(const ir::Instruction& in, bool wide) const {
        const std::string x = text(in.src[0]), y = text(in.src[1]), z = text(in.src[2]);
        const std::string x64 = cast("uint64_t", x), y64 = cast("uint64_t", y);
        switch (in.op) {
            case Opcode::add: return joined(wide ? x64 : x, " + ", {in.src[1]}, in);
            case Opcode::sub: return joined(wide ? x64 : x, " - ", {in.src[1]}, in);
            case Opcode::mad_lo:
                return joined(wide ? cast("uint64_t", x + " * " + y) : fmt::format("({} * {})", x, y), " + ",
                              {in.src[2]}, in);
            case Opcode::mad_hi:
                return joined(wide ? fmt::format("({} * {} >> 32)", x64, y) : high(x, y), " + ", {in.src[2]},
                              in);
            case Opcode::mad_his:
                return joined(wide ? cast("uint64_t", signed_high(x, y)) : signed_high(x, y), " + ",
                              {in.src[2]}, in);
            case Opcode::mul_lo: return fmt::format("{} * {}", x, y);
            case Opcode::mul_hi: return high(x, y);
            case Opcode::mul_his: return signed_high(x, y);
            case Opcode::bit_and: return fmt::format("{} & {}", x, y);
            case Opcode::bit_or: return fmt::format("{} | {}", x, y);
            case Opcode::bit_xor: return fmt::format("{} ^ {}", x, y);
            case Opcode::bit_not: return fmt::format("~{}", x);
            case Opcode::shl: return shift(x, "<<", in.src[1]);
            case Opcode::shr: return shift(x, ">>", in.src[1]);
            case Opcode::sar: return signed_shift(x, in.src[1]);
            case Opcode::shf_l:
                return cast("uint32_t", fmt::format("(({} << 32 | {}) << ({} & 31)) >> 32", y64, x, z));
            case Opcode::shf_r:
                return cast("uint32_t", fmt::format("({} << 32 | {}) >> ({} & 31)", y64, x, z));
            case Opcode::select: return fmt::format("({0} & {1}) | (~{0} & {2})", x, y, z);
            case Opcode::min: return fmt::format("{0} < {1} ? {0} : {1}", x, y);
        }
        return {};
    }

    // Shifts by 32 or more give 0, unlike those of C.
    std::string shift(const std::string& x, const char* sign, ir::Operand count) const {
        if (!count.is_word) return count.value < 32 ? fmt::format("{} {} {}", x, sign, count.value) : "0u";
        return fmt::format("{0} < 32 ? {1} {2} {0} : 0u", text(count), x, sign);
    }

    std::string signed_shift(const std::string& x, ir::Operand count) const {
        const std::string bits = count.is_word ? fmt::format("({0} < 32 ? {0} : 31u)", text(count))
                                               : std::to_string(std::min(count.value, 31u));
        return cast("uint32_t", cast("int32_t", x) + " >> " + bits);
    }

    std::string high(const std::string& x, const std::string& y) const {
        return cast("uint32_t", fmt::format("{} * {} >> 32", cast("uint64_t", x), y));
    }

    // The high word of a product of signed words. The shift is on unsigned words, since C leaves right shifts
    // of negative numbers to the compiler.
    std::string signed_high(const std::string& x, const std::string& y) const {
        const std::string product = cast("int64_t", cast("int32_t", x)) + " * " + cast("int32_t", y);
        return cast("uint32_t", cast("uint64_t", product) + " >> 32");
    }

    std::string statement(const ir::Instruction& in) const {
        const bool used = names_.is_read[in.dst.id];
        const std::string name = used ? fmt::format("const uint32_t {}", text(in.dst)) : "";
        if (!in.flag_out) return fmt::format("{} = {};", name, expression(in, false));
        std::string line = fmt::format("{}sum = {};", prefix_, expression(in, true));
        if (used) line += fmt::format(" {} = {};", name, cast("uint32_t", prefix_ + "sum"));
        const int flag = in.op == Opcode::sub ? 63 : 32;
        return line + fmt::format(" {}cc = {};", prefix_,
                                  cast("uint32_t", fmt::format("{}sum >> {}", prefix_, flag)));
    }

    const ir::Program& program_;
    Naming names_;
    std::string prefix_;
    std::vector<std::string> input_text_;
    std::vector<std::string> output_text_;
};

}  // namespace

std::vector<std::string> portable(const ir::Program& program, const Spelling& spelling,
                                  const std::string& prefix) {
    return Printer(program, spelling, prefix).print();
}

}  // namespace limbsmith::emit
