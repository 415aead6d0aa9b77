#include "plan/field_plan.hpp"

#include "algorithm/field.hpp"
#include "algorithm/range.hpp"
#include "pass/pass.hpp"
#include "plan/multiplication.hpp"

namespace limbsmith::plan {
namespace {

using ir::var;

std::optional<ir::Program> build(FieldOp op, const algorithm::Field& field) {
    switch (op) {
        case FieldOp::add: return field.add();
        case FieldOp::sub: return field.sub();
        case FieldOp::neg: return field.neg();
        case FieldOp::dbl: return field.dbl();
        case FieldOp::halve: return field.halve();
        case FieldOp::mul: return field.mul();
        case FieldOp::sqr: return field.sqr();
        case FieldOp::mul_add2: return field.mul_add2();
        case FieldOp::mul_sub2: return field.mul_sub2();
        case FieldOp::mul_wide: return field.mul_wide();
        case FieldOp::reduce: return field.reduce();
        case FieldOp::to_elem: return field.to_elem();
        case FieldOp::to_plain: return field.to_plain();
        case FieldOp::is_canonical: return field.is_canonical();
        case FieldOp::eq: return field.eq();
        case FieldOp::is_zero: return field.is_zero();
        case FieldOp::select: return field.select();
        default: return std::nullopt;
    }
}

struct Meaning {
    std::vector<const char*> operands;
    ir::ExprPtr left, right;  // modulo N; left is r unless said otherwise
};

std::optional<Meaning> meaning(FieldOp op, const Modulus& modulus) {
    const ir::ExprPtr a = var("a"), b = var("b"), c = var("c"), d = var("d"), r = var("r"),
                      zero = ir::integer(0);
    const ir::ExprPtr N = ir::constant("N", modulus.n().get_str(16));
    switch (op) {
        case FieldOp::add: return Meaning{{"a", "b"}, r, a + b};
        case FieldOp::sub: return Meaning{{"a", "b"}, r, a - b};
        case FieldOp::neg: return Meaning{{"a"}, r, zero - a};
        case FieldOp::dbl: return Meaning{{"a"}, r, ir::integer(2) * a};
        case FieldOp::halve: return Meaning{{"a"}, ir::integer(2) * r, a};
        case FieldOp::mul: return Meaning{{"a", "b"}, r, a * b};
        case FieldOp::sqr: return Meaning{{"a"}, r, a * a};
        case FieldOp::mul_add2: return Meaning{{"a", "b", "c", "d"}, r, a * b + c * d};
        case FieldOp::mul_sub2: return Meaning{{"a", "b", "c", "d"}, r, a * b - c * d};
        case FieldOp::pow: return Meaning{{"a", "e"}, r, power(a, var("e"), N)};
        case FieldOp::inv: return Meaning{{"a"}, r, inverse(a, N)};
        default: return std::nullopt;
    }
}

}  // namespace

std::optional<ir::Program> field_program(FieldOp op, const Modulus& modulus, Reduction reduction,
                                         MulChoice mul) {
    std::optional<ir::Program> program =
        build(op, algorithm::Field{modulus, reduction, product(mul), square(mul)});
    if (program) program = pass::run_pipeline(std::move(*program));
    return program;
}

std::optional<ir::Program> field_meaning(FieldOp op, const Modulus& modulus) {
    const std::optional<Meaning> means = meaning(op, modulus);
    if (!means) return std::nullopt;
    const ir::ExprPtr N = ir::constant("N", modulus.n().get_str(16));
    ir::Builder builder{std::string(name(op))};
    std::vector<ir::Bound> requires_;
    for (const char* operand : means->operands) {
        const bool exponent = std::string_view(operand) == "e";
        builder.input(operand, exponent ? ir::Shape::num : ir::Shape::plain, modulus.limbs());
        requires_.push_back(exponent ? algorithm::any_num(modulus.width(), operand) : ir::Bound{operand, N});
    }
    builder.output("r", ir::Shape::plain, algorithm::zeros(modulus.limbs()));
    return std::move(builder).finish({requires_, means->left % N, means->right % N, {{"r", N}}});
}

std::string_view field_source(FieldOp op, Reduction reduction) {
    if (reduction == Reduction::special) {
        switch (op) {
            case FieldOp::mul: return "product by rows, folded at 2^k = C mod N (HAC, algorithm 14.47)";
            case FieldOp::sqr:
                return "square (HAC, algorithm 14.16), folded at 2^k = C mod N (algorithm 14.47)";
            case FieldOp::mul_add2:
            case FieldOp::mul_sub2:
                return "two products by rows in one sum, folded at 2^k = C mod N (HAC, algorithm 14.47)";
            case FieldOp::reduce: return "folded at 2^k = C mod N (HAC, algorithm 14.47)";
            case FieldOp::to_elem:
            case FieldOp::to_plain: return "the same limbs";
            default: break;
        }
    }
    switch (op) {
        case FieldOp::mul:
        case FieldOp::to_elem:
            return "Montgomery product by even and odd rows (CIOS; Koc, Acar, Kaliski 1996)";
        case FieldOp::sqr: return "square (HAC, algorithm 14.16), then Montgomery reduction by rows";
        case FieldOp::mul_add2:
        case FieldOp::mul_sub2: return "two Montgomery products by rows under one reduction (lazy reduction)";
        case FieldOp::reduce:
        case FieldOp::to_plain: return "Montgomery reduction by rows (HAC, algorithm 14.32)";
        case FieldOp::mul_wide:
            return "rows in even and odd accumulator chains (operand scanning, HAC, algorithm 14.12)";
        case FieldOp::halve: return "a or a + N, whichever is even, shifted";
        case FieldOp::add:
        case FieldOp::dbl: return "a sum, less N unless that borrows";
        case FieldOp::sub: return "a - b, plus N where that borrows";
        case FieldOp::neg: return "N - a, masked to 0 for a = 0";
        case FieldOp::select: return "mask from a borrow, limb by limb";
        default: return "carry chain";
    }
}

}  // namespace limbsmith::plan
