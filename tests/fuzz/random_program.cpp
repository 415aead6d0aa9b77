// Random programs of a few instructions.
#include <iterator>

#include "fuzz/subject.hpp"
#include "pass/pass.hpp"
#include "spec/representations.hpp"

namespace limbsmith::fuzz {
namespace {

using ir::Instruction;
using ir::Opcode;
using ir::Operand;

constexpr int input_words = 8;

class Writer {
  public:
    explicit Writer(Random& random) : random_(random) {
        for (int i = 0; i < input_words; ++i) {
            known_.push_back(ir::Word{program_.words++});
            program_.inputs.push_back({"i" + std::to_string(i), repr::word, {known_.back().word()}});
        }
    }

    ir::Program write(std::string name) && {
        program_.name = std::move(name);
        for (int piece = 0; piece < pieces; ++piece) {
            known_.resize(input_words);
            const size_t end = program_.body.size() + 3 + random_() % 10;
            while (program_.body.size() < end || pending_) append(program_.body.size() + 1 >= end);
        }
        std::vector<bool> is_read(program_.words);
        for (const Instruction& in : program_.body) {
            for (int i = 0; i < arity(in.op); ++i) {
                if (in.src[i].is_word) is_read[in.src[i].value] = true;
            }
        }
        for (const Instruction& in : program_.body) {
            if (is_read[in.dst.id] && random_() % 8 != 0) continue;
            program_.outputs.push_back({"w" + std::to_string(in.dst.id), repr::word, {Operand(in.dst)}});
        }
        return std::move(program_);
    }

  private:
    // Appends an instruction. If a flag is pending, it often consumes it; the last instruction always does.
    void append(bool is_last) {
        const bool consumes = pending_ && (is_last || random_() % 4 != 0);
        const bool produces = !is_last && (consumes || !pending_) && random_() % 2 == 0;
        Instruction in{opcode(consumes, produces), {}, {}, std::nullopt, std::nullopt};
        for (int i = 0; i < arity(in.op); ++i) in.src[i] = operand();
        const bool is_shift = in.op == Opcode::shl || in.op == Opcode::shr || in.op == Opcode::sar;
        const bool is_funnel = in.op == Opcode::shf_l || in.op == Opcode::shf_r;
        if (is_shift && random_() % 4 != 0) in.src[1] = Operand(static_cast<uint32_t>(random_() % 32));
        if (is_funnel && random_() % 4 != 0) in.src[2] = Operand(static_cast<uint32_t>(random_() % 32));
        if (in.op == Opcode::sub && random_() % 4 == 0) in.src[0] = Operand(0u);  // a negation
        if (consumes) in.flag_in = std::exchange(pending_, std::nullopt);
        if (produces) {
            in.flag_out = pending_ = ir::Flag{program_.flags++};
            kind_ = flag_kind(in.op);
        }
        in.dst = ir::Word{program_.words++};
        known_.push_back(in.dst);
        program_.body.push_back(in);
    }

    Opcode opcode(bool consumes, bool produces) {
        static constexpr Opcode carrying[] = {Opcode::add, Opcode::add, Opcode::mad_lo, Opcode::mad_hi};
        static constexpr Opcode any[] = {Opcode::add,     Opcode::sub,     Opcode::sub,    Opcode::mul_lo,
                                         Opcode::mul_hi,  Opcode::mul_his, Opcode::mad_lo, Opcode::mad_hi,
                                         Opcode::mad_his, Opcode::shl,     Opcode::shl,    Opcode::shr,
                                         Opcode::sar,     Opcode::bit_and, Opcode::bit_or, Opcode::bit_xor,
                                         Opcode::bit_not, Opcode::shf_l,   Opcode::shf_r,  Opcode::select};
        if (consumes && kind_ == ir::FlagKind::borrow) return Opcode::sub;
        if (consumes || (produces && random_() % 2 == 0)) return carrying[random_() % std::size(carrying)];
        if (produces) return Opcode::sub;
        const uint64_t drawn = random_();
        const Opcode op = any[drawn % std::size(any)];
        // half of the instructions that would be `or`: the programs of a seed stay the same but for these
        return op == Opcode::bit_or && drawn / std::size(any) % 2 == 0 ? Opcode::min : op;
    }

    Operand operand() {
        if (random_() % 4 == 0) return Operand(structured_word(random_));
        const size_t recent = known_.size() - input_words;
        if (recent > 0 && random_() % 2 == 0) return known_[input_words + random_() % recent];
        return known_[random_() % known_.size()];
    }

    Random& random_;
    ir::Program program_;
    std::vector<Operand> known_;  // in the current piece
    std::optional<ir::Flag> pending_;
    ir::FlagKind kind_ = ir::FlagKind::none;
};

}  // namespace

uint32_t structured_word(Random& random) {
    const uint32_t power = 1u << random() % 32;
    const uint32_t values[] = {0,         0,          1,         power,
                               0 - power, UINT32_MAX, power - 1, static_cast<uint32_t>(random())};
    return values[random() % std::size(values)];
}

Subject random_program(const std::string& name, uint64_t seed, bool safe) {
    Random random(seed);
    const ir::Program program = Writer(random).write(name);
    return {name, program, safe ? pass::in_safe_forms(program) : program};
}

}  // namespace limbsmith::fuzz
