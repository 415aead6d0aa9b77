// Forms of instructions that compilers translate correctly.
//
// ptxas folds negations, borrows and lone high words into later instructions, and then computes a wrong
// carry: docs/ptxas.md lists the families, with the numbers used here. It folds across asm statements too, so
// rules about single functions do not help. These rules remove what it folds:
//
//   1. No borrow. x - y - b = x + ~y + (1 - b): a chain of subtractions becomes a chain of additions of
//      complements, whose carry is the inverted borrow; it starts with a carry of 1. ptxas makes the first
//      carry a constant and the complements modifiers of IADD3.X, so the machine code has as many
//      instructions as before. This removes families 1 to 5 in chains of subtractions.
//   2. No negation. A lone x - y becomes an addition too; a lone 0 - y becomes ~y + 1. Families 1, 3, 4,
//      5.
//   3. No lone high word. mul_hi gets a low word beside it, which nothing reads, so that it is printed as
//      mul.wide. Family 2: a caller's subtraction from a high word suffices to trigger it.
//   4. No lop3. A selection becomes z ^ (x & (y ^ z)), of which ptxas makes one LOP3. Family 6.
#include <optional>
#include <utility>
#include <vector>

#include "pass/pass.hpp"

namespace limbsmith::pass {
namespace {

using ir::Instruction;
using ir::Opcode;
using ir::Operand;

class Rewriter {
  public:
    explicit Rewriter(ir::Program program) : program_(std::move(program)), complements_(program_.words) {
        for (const Instruction& in : program_.body) {
            if (in.op == Opcode::bit_not) complements_[in.dst.id] = in.src[0];
        }
    }

    ir::Program run() && {
        for (const Instruction& in : std::exchange(program_.body, {})) {
            rewrite(in);
            if (in.flag_in) is_flag_pending_ = false;
            if (in.flag_out) is_flag_pending_ = true;
        }
        return std::move(program_);
    }

  private:
    void rewrite(const Instruction& in) {
        const bool is_high = in.op == Opcode::mul_hi || in.op == Opcode::mul_his;
        if (in.op == Opcode::sub) {
            in.flag_in || in.flag_out ? chained(in) : lone(in);
        } else if (is_high && !follows_low_word(in)) {
            append(Opcode::mul_lo, in.src[0], in.src[1]);
            program_.body.push_back(in);
        } else if (in.op == Opcode::select) {
            selection(in);
        } else {
            program_.body.push_back(in);
        }
    }

    // z ^ (mask & (y ^ z)); one instruction if y or z is 0 or all ones.
    void selection(Instruction in) {
        const auto [mask, y, z] = in.src;
        const Operand ones(UINT32_MAX);
        if (y.is_zero() || z == ones) {
            in.op = y.is_zero() ? Opcode::bit_and : Opcode::bit_or;
            in.src = {complement(mask), y.is_zero() ? z : y, Operand()};
        } else if (z.is_zero() || y == ones) {
            in.op = z.is_zero() ? Opcode::bit_and : Opcode::bit_or;
            in.src = {mask, z.is_zero() ? y : z, Operand()};
        } else {
            in.op = Opcode::bit_xor;
            in.src = {append(Opcode::bit_and, mask, append(Opcode::bit_xor, y, z)), z, Operand()};
        }
        program_.body.push_back(in);
    }

    // x + ~y + carry, where carry is the inverted borrow.
    void chained(Instruction in) {
        in.src[1] = complement(in.src[1]);
        if (!in.flag_in) in.flag_in = carry_of_one();
        in.op = Opcode::add;
        program_.body.push_back(in);
    }

    void lone(Instruction in) {
        const auto [x, y, unused] = in.src;
        in.op = Opcode::add;
        if (!y.is_word) {
            in.src[1] = Operand(0 - y.value);
        } else if (!x.is_word) {
            in.src = {complement(y), Operand(x.value + 1), Operand()};
        } else if (is_flag_pending_) {
            in.src = {append(Opcode::add, x, Operand(1u)), complement(y), Operand()};
        } else {
            in.src[1] = complement(y);
            in.flag_in = carry_of_one();
        }
        program_.body.push_back(in);
    }

    Operand complement(Operand operand) {
        if (!operand.is_word) return Operand(~operand.value);
        std::optional<Operand>& known = complements_[operand.value];
        if (!known) {
            const Operand made = append(Opcode::bit_not, operand);
            complements_[operand.value] = made;  // append may have moved what `known` refers to
            return made;
        }
        return *known;
    }

    ir::Flag carry_of_one() {
        append(Opcode::add, Operand(UINT32_MAX), Operand(1u));
        const ir::Flag carry{program_.flags++};
        program_.body.back().flag_out = carry;
        return carry;
    }

    Operand append(Opcode op, Operand x, Operand y = Operand()) {
        const ir::Word word{program_.words++};
        complements_.emplace_back();
        program_.body.push_back({op, word, {x, y, Operand()}, std::nullopt, std::nullopt});
        return word;
    }

    bool follows_low_word(const Instruction& in) const {
        return !program_.body.empty() && program_.body.back().op == Opcode::mul_lo &&
               program_.body.back().src == in.src;
    }

    ir::Program program_;
    std::vector<std::optional<Operand>> complements_;  // by word id: its complement, if it exists
    bool is_flag_pending_ = false;                     // between an instruction's flag_out and its consumer
};

}  // namespace

ir::Program in_safe_forms(ir::Program program) {
    program = Rewriter(std::move(program)).run();
    check_words(program);
    check_flags(program);
    return program;
}

}  // namespace limbsmith::pass
