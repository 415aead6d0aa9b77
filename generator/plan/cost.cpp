#include "plan/cost.hpp"

namespace limbsmith::plan {
namespace {

using ir::Opcode;

bool is_low(Opcode op) { return op == Opcode::mul_lo || op == Opcode::mad_lo; }
bool is_high(Opcode op) {
    return op == Opcode::mul_hi || op == Opcode::mad_hi || op == Opcode::mul_his || op == Opcode::mad_his;
}

}  // namespace

Cost operator*(int times, const Cost& cost) {
    return {times * cost.instructions, times * cost.wide_products, times * cost.half_products,
            times * cost.additions, times * cost.logic};
}

Cost operator+(const Cost& first, const Cost& second) {
    return {first.instructions + second.instructions, first.wide_products + second.wide_products,
            first.half_products + second.half_products, first.additions + second.additions,
            first.logic + second.logic};
}

Cost cost(const ir::Program& program) {
    Cost cost;
    cost.instructions = static_cast<int>(program.body.size());
    for (size_t i = 0; i < program.body.size(); ++i) {
        const ir::Instruction& in = program.body[i];
        if (is_low(in.op)) {
            const bool paired = i + 1 < program.body.size() && is_high(program.body[i + 1].op) &&
                                program.body[i + 1].src[0] == in.src[0] &&
                                program.body[i + 1].src[1] == in.src[1];
            ++(paired ? cost.wide_products : cost.half_products);
            if (paired) ++i;
        } else if (is_high(in.op)) {
            ++cost.half_products;
        } else if (in.op == Opcode::add || in.op == Opcode::sub) {
            ++cost.additions;
        } else {
            ++cost.logic;
        }
    }
    return cost;
}

}  // namespace limbsmith::plan
