// The forms of instructions that compilers translate rightly.
//
// ptxas folds negations, borrows and lone high words into later instructions, and gets the carry of the sum
// wrong: docs/ptxas.md lists the families, by the numbers used here. It folds across asm statements too, so
// that no rule about single functions helps. These rules take away the forms that it folds:
//
//   1. No borrow. x - y - b = x + ~y + (1 - b): a chain of subtractions becomes a chain of additions of
//      complements, whose carry is the inverted borrow; it begins with a carry of 1. ptxas takes the first
//      carry as a constant and the complements as modifiers of IADD3.X, so that the machine code has as many
//      instructions as before. Families 1 to 5 end here where chains subtract.
//   2. No negation. A lone x - y is an addition too; a lone 0 - y is ~y + 1. Families 1, 3, 4 and 5.
//   3. No lone high word. mul_hi gets the low word beside it that nobody reads, so that it is printed as
//      mul.wide. Family 2, which needs nothing of ours but a high word that a caller subtracts from.
//   4. No lop3. A selection is (~x & z) | (x & y), of which ptxas makes one LOP3. Family 6. In this order its
//      operands stand where those of lop3 did: in another one ptxas gives out registers so that a and b of
//      products often share a bank.
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

    // (~mask & z) | (mask & y); one instruction where y or z is a constant that masks are made of.
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
            const Operand otherwise = append(Opcode::bit_and, complement(mask), z);
            in.op = Opcode::bit_or;
            in.src = {otherwise, append(Opcode::bit_and, mask, y), Operand()};
        }
        program_.body.push_back(in);
    }

    // x + ~y + carry, of the inverted borrow. A constant y at the beginning of a chain takes the carry in:
    // the carry of x + (2^32 - y) is that of x + ~y + 1 where y is not 0.
    void chained(Instruction in) {
        const Operand y = in.src[1];
        in.op = Opcode::add;
        if (!in.flag_in && !y.is_word && y.value != 0) {
            in.src[1] = Operand(0 - y.value);
        } else {
            in.src[1] = complement(y);
            if (!in.flag_in) in.flag_in = carry_of_one();
        }
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
            complements_[operand.value] = made;  // append may have moved the element that `known` refers to
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
    std::vector<std::optional<Operand>> complements_;  // word id -> its complement, where that is there
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
