#include "plan/plan.hpp"

#include <fmt/format.h>

#include "algorithm/add_sub.hpp"
#include "algorithm/division.hpp"
#include "algorithm/divsteps.hpp"
#include "algorithm/gcd.hpp"
#include "algorithm/logic.hpp"
#include "pass/pass.hpp"
#include "plan/inverse.hpp"
#include "plan/multiplication.hpp"

namespace limbsmith::plan {
namespace {

using algorithm::FlagOut;

std::string source_of_multiplication(Op op, MulChoice mul) {
    if (mul.algorithm == MulAlgorithm::karatsuba) {
        return fmt::format(
            "Karatsuba, levels: {}, then rows (Karatsuba, Ofman 1962; Bernstein 2009, refined)", mul.levels);
    }
    const bool by_columns = mul == MulAlgorithm::schoolbook;
    if (op == Op::sqr) {
        return by_columns ? "doubled cross products by product scanning (HAC, algorithm 14.16)"
                          : "doubled cross products by even and odd rows (HAC, algorithm 14.16)";
    }
    return by_columns ? "product scanning (Comba 1990; Carlessi, Kashani 2013, figure 3.14b)"
                      : "rows in even and odd accumulator chains (operand scanning, HAC, algorithm 14.12)";
}

std::vector<ir::Program> build(Op op, Width width) {
    switch (op) {
        case Op::add: return {algorithm::add(width, FlagOut::no), algorithm::add(width, FlagOut::yes)};
        case Op::sub: return {algorithm::sub(width, FlagOut::no), algorithm::sub(width, FlagOut::yes)};
        case Op::neg: return {algorithm::neg(width)};
        case Op::eq: return {algorithm::eq(width)};
        case Op::lt: return {algorithm::lt(width)};
        case Op::slt: return {algorithm::slt(width)};
        case Op::is_zero: return {algorithm::is_zero(width)};
        case Op::select: return {algorithm::select(width)};
        case Op::shl: return {algorithm::shl(width)};
        case Op::shr: return {algorithm::shr(width)};
        case Op::sshr: return {algorithm::sshr(width)};
        case Op::and_: return {algorithm::bit_and(width)};
        case Op::or_: return {algorithm::bit_or(width)};
        case Op::xor_: return {algorithm::bit_xor(width)};
        case Op::not_: return {algorithm::bit_not(width)};
        case Op::mod_add: return {algorithm::mod_add(width)};
        case Op::mod_sub: return {algorithm::mod_sub(width)};
        case Op::mod_neg: return {algorithm::mod_neg(width)};
        case Op::divrem1: return {algorithm::divrem1(width)};
        case Op::divrem:
            return {algorithm::divisor(width), algorithm::dividend(width), algorithm::quotient_limb(width)};
        case Op::gcd: {
            const algorithm::Gcd gcd(width);
            return {gcd.common_twos(), gcd.start(), algorithm::divsteps_matrix(),
                    algorithm::divsteps_row(gcd.digits()), gcd.finish()};
        }
        case Op::mul:
        case Op::sqr:
        case Op::mul_lo:
        case Op::mul_hi:
        case Op::smul: break;  // plan/multiplication
    }
    return {};
}

}  // namespace

std::vector<ir::Program> functions(Op op, Width width, MulChoice mul) {
    if (is_multiplication(op)) return {multiplication(op, width, mul)};
    std::vector<ir::Program> programs;
    for (ir::Program& program : build(op, width)) programs.push_back(pass::run_pipeline(std::move(program)));
    return programs;
}

ir::Program meaning(Op op, Width width, MulChoice mul) {
    if (op == Op::divrem) return algorithm::divrem_meaning(width);
    if (op == Op::gcd) return algorithm::Gcd(width).meaning();
    const std::vector<ir::Program> programs = functions(op, width, mul);
    return op == Op::add && width.is_full() ? programs.back() : programs.front();
}

std::string algorithm_name(Op op, Width width, MulChoice mul) {
    if (is_multiplication(op)) return to_string(chosen(op, width, mul));
    switch (op) {
        case Op::shl:
        case Op::shr:
        case Op::sshr: return "barrel";
        case Op::divrem1:
        case Op::divrem: return "reciprocal";
        case Op::gcd: return "divsteps";
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

std::string source(Op op, Width width, MulChoice mul) {
    if (is_multiplication(op)) return source_of_multiplication(op, chosen(op, width, mul));
    switch (op) {
        case Op::add: return "carry chain (HAC, algorithm 14.7)";
        case Op::sub:
        case Op::neg: return "borrow chain (HAC, algorithm 14.9)";
        case Op::lt: return "borrow of a - b (HAC, algorithm 14.9)";
        case Op::slt: return "borrow of a - b with the sign bits flipped (HAC, algorithm 14.9)";
        case Op::eq:
        case Op::is_zero: return "or of limbs, borrow of its decrement";
        case Op::select: return "mask from a borrow, limb by limb";
        case Op::shl:
        case Op::shr:
        case Op::sshr: return "barrel of word selections, then funnel shifts";
        case Op::and_:
        case Op::or_:
        case Op::xor_:
        case Op::not_: return "limb by limb";
        case Op::mod_add:
            return "a + b - m unless that borrows (Carlessi, Kashani 2013, listing 3.14, by selection)";
        case Op::mod_sub: return "a - b, plus m where that borrows (Carlessi, Kashani 2013, listing 3.16)";
        case Op::mod_neg: return "m - a, masked to 0 for a = 0";
        case Op::divrem1: return "division by a reciprocal (Moller, Granlund 2011, algorithm 4)";
        case Op::divrem: return "division by a reciprocal (Moller, Granlund 2011, algorithms 5 and 6)";
        case Op::gcd: return std::string(divsteps_source);
        default: break;
    }
    return {};
}

}  // namespace limbsmith::plan
