#include "plan/plan.hpp"

#include "algorithm/add_sub.hpp"
#include "algorithm/logic.hpp"
#include "algorithm/mul.hpp"
#include "pass/pass.hpp"

namespace limbsmith::plan {
namespace {

using algorithm::FlagOut;

algorithm::Product product(MulAlgorithm mul) {
    switch (mul) {
        case MulAlgorithm::schoolbook: return algorithm::columns;
        case MulAlgorithm::automatic:  // rows win at every width: same products, all of them wide
                                       // multiply-adds
        case MulAlgorithm::rows: break;
    }
    return algorithm::rows;
}

std::vector<ir::Program> build(Op op, Width width, MulAlgorithm mul) {
    switch (op) {
        case Op::add: return {algorithm::add(width, FlagOut::no), algorithm::add(width, FlagOut::yes)};
        case Op::sub: return {algorithm::sub(width, FlagOut::no), algorithm::sub(width, FlagOut::yes)};
        case Op::neg: return {algorithm::neg(width)};
        case Op::eq: return {algorithm::eq(width)};
        case Op::lt: return {algorithm::lt(width)};
        case Op::is_zero: return {algorithm::is_zero(width)};
        case Op::select: return {algorithm::select(width)};
        case Op::shl: return {algorithm::shl(width)};
        case Op::shr: return {algorithm::shr(width)};
        case Op::and_: return {algorithm::bit_and(width)};
        case Op::or_: return {algorithm::bit_or(width)};
        case Op::xor_: return {algorithm::bit_xor(width)};
        case Op::not_: return {algorithm::bit_not(width)};
        case Op::mul: return {algorithm::mul(width, product(mul))};
        case Op::sqr: return {algorithm::sqr(width, product(mul))};
        case Op::mul_lo: return {algorithm::mul_lo(width, product(mul))};
        case Op::mul_hi: return {algorithm::mul_hi(width, product(mul))};
        case Op::mod_add: return {algorithm::mod_add(width)};
        case Op::mod_sub: return {algorithm::mod_sub(width)};
        case Op::mod_neg: return {algorithm::mod_neg(width)};
    }
    return {};
}

}  // namespace

std::vector<ir::Program> functions(Op op, Width width, MulAlgorithm mul) {
    std::vector<ir::Program> programs;
    for (ir::Program& program : build(op, width, mul))
        programs.push_back(pass::run_pipeline(std::move(program)));
    return programs;
}

ir::Program batch_program(Op op, Width width, MulAlgorithm mul) {
    const std::vector<ir::Program> programs = functions(op, width, mul);
    return op == Op::add && width.is_full() ? programs.back() : programs.front();
}

std::string_view algorithm_name(Op op, MulAlgorithm mul) {
    switch (op) {
        case Op::mul:
        case Op::sqr:
        case Op::mul_lo:
        case Op::mul_hi: return mul == MulAlgorithm::schoolbook ? "schoolbook" : "rows";
        case Op::shl:
        case Op::shr: return "barrel";
        case Op::select:
        case Op::and_:
        case Op::or_:
        case Op::xor_:
        case Op::not_: return "limbwise";
        case Op::eq:
        case Op::is_zero: return "or of limbs";
        default: return "carry chain";
    }
}

std::string_view source(Op op, MulAlgorithm mul) {
    const bool by_columns = mul == MulAlgorithm::schoolbook;
    switch (op) {
        case Op::add: return "carry chain (HAC, algorithm 14.7)";
        case Op::sub:
        case Op::neg: return "borrow chain (HAC, algorithm 14.9)";
        case Op::lt: return "borrow of a - b (HAC, algorithm 14.9)";
        case Op::eq:
        case Op::is_zero: return "or of limbs, borrow of its decrement";
        case Op::select: return "mask from a borrow, limb by limb";
        case Op::shl:
        case Op::shr: return "barrel of word selections, then funnel shifts";
        case Op::and_:
        case Op::or_:
        case Op::xor_:
        case Op::not_: return "limb by limb";
        case Op::mul:
        case Op::mul_lo:
        case Op::mul_hi:
            return by_columns
                       ? "product scanning (Comba 1990; Carlessi, Kashani 2013, figure 3.14b)"
                       : "rows in even and odd accumulator chains (operand scanning, HAC, algorithm 14.12)";
        case Op::sqr:
            return by_columns ? "doubled cross products by product scanning (HAC, algorithm 14.16)"
                              : "doubled cross products by even and odd rows (HAC, algorithm 14.16)";
        case Op::mod_add:
            return "a + b - m unless that borrows (Carlessi, Kashani 2013, listing 3.14, by selection)";
        case Op::mod_sub: return "a - b, plus m where that borrows (Carlessi, Kashani 2013, listing 3.16)";
        case Op::mod_neg: return "m - a, masked to 0 for a = 0";
    }
    return {};
}

}  // namespace limbsmith::plan
