// Tracks the value of each slot of the decoded statement, and the flag.
#include "ptx/reader.hpp"

#include <optional>
#include <stdexcept>
#include <utility>

#include "ptx/decode.hpp"
#include "ptx/operand_words.hpp"

namespace limbsmith::ptx {
namespace {

// The opcode of the same meaning (ir/program.hpp), or nullopt.
std::optional<ir::Opcode> opcode(Operation operation) {
    switch (operation) {
        case Operation::add: return ir::Opcode::add;
        case Operation::sub: return ir::Opcode::sub;
        case Operation::mul_lo: return ir::Opcode::mul_lo;
        case Operation::mul_hi: return ir::Opcode::mul_hi;
        case Operation::mul_hi_signed: return ir::Opcode::mul_his;
        case Operation::mad_lo: return ir::Opcode::mad_lo;
        case Operation::mad_hi: return ir::Opcode::mad_hi;
        case Operation::mad_hi_signed: return ir::Opcode::mad_his;
        case Operation::bit_and: return ir::Opcode::bit_and;
        case Operation::bit_or: return ir::Opcode::bit_or;
        case Operation::bit_xor: return ir::Opcode::bit_xor;
        case Operation::bit_not: return ir::Opcode::bit_not;
        case Operation::shl: return ir::Opcode::shl;
        case Operation::shr: return ir::Opcode::shr;
        case Operation::shr_signed: return ir::Opcode::sar;
        case Operation::shf_l: return ir::Opcode::shf_l;
        case Operation::shf_r: return ir::Opcode::shf_r;
        case Operation::min: return ir::Opcode::min;
        case Operation::lop3:
        case Operation::mov: break;
    }
    return std::nullopt;
}

class Reader {
  public:
    Reader(const AsmStatement& statement, const ir::Program& function, const Spelling& spelling)
        : statement_(statement),
          code_(decode(statement)),
          operands_(match_operands(statement, function, spelling)) {
        program_.name = function.name;
        program_.inputs = function.inputs;
        program_.outputs = function.outputs;
        for (const uint32_t constant : code_.slots) held_.emplace_back(constant);
        std::vector<ir::Operand> words;
        for (ir::Input& input : program_.inputs) {
            for (ir::Word& word : input.words) words.emplace_back(word = {program_.words++});
        }
        for (size_t k = 0; k < operands_.reads.size(); ++k) {
            held_[code_.outputs + k] = words[operands_.reads[k]];
        }
    }

    PrintedProgram read() && {
        for (const Step& step : code_.steps) {
            if (step.operation == Operation::mov) {
                held_[step.target] = held_[step.source[0]];
            } else {
                append(step);
            }
        }
        std::vector<ir::Operand> results(operands_.writes.size());
        for (size_t k = 0; k < results.size(); ++k) results[operands_.writes[k]] = held_[k];
        auto result = results.begin();
        for (ir::Output& output : program_.outputs) {
            for (ir::Operand& word : output.words) word = *result++;
        }
        return {std::move(program_), std::move(lines_)};
    }

  private:
    void append(const Step& step) {
        const std::string& line = statement_.instructions[step.line];
        const std::optional<ir::Opcode> op = opcode(step.operation);
        if (!op) throw std::runtime_error("'" + line + "': not an instruction of a program");
        ir::Instruction in{*op, {program_.words++}, {}, std::nullopt, std::nullopt};
        for (int i = 0; i < ir::arity(*op); ++i) in.src[i] = held_[step.source[i]];
        if (step.flag_mask) in.flag_in = flag_;
        if (step.sets_flag) in.flag_out = flag_ = ir::Flag{program_.flags++};
        held_[step.target] = in.dst;
        program_.body.push_back(in);
        lines_.push_back(line);
    }

    const AsmStatement& statement_;
    Code code_;
    OperandWords operands_;
    ir::Program program_;
    std::vector<std::string> lines_;
    std::vector<ir::Operand> held_;  // by slot
    ir::Flag flag_{};                // the value of CC.CF after its first write
};

}  // namespace

PrintedProgram read_program(const AsmStatement& statement, const ir::Program& function,
                            const Spelling& spelling) {
    return Reader(statement, function, spelling).read();
}

}  // namespace limbsmith::ptx
