#include "plan/field_plan.hpp"

#include "algorithm/field.hpp"
#include "algorithm/range.hpp"
#include "pass/pass.hpp"
#include "plan/multiplication.hpp"
#include "plan/reduction.hpp"
#include "spec/representations.hpp"

namespace limbsmith::plan {
namespace {

using ir::var;

// By which a special reduction goes.
SpecialForm form_for(const Modulus& modulus, Reduction reduction) {
    return reduction == Reduction::special ? special_form(modulus) : SpecialForm{};
}

std::optional<ir::Program> build(FieldOp op, const algorithm::Field& field) {
    switch (op) {
        case FieldOp::add: return field.add();
        case FieldOp::sub: return field.sub();
        case FieldOp::neg: return field.neg();
        case FieldOp::dbl: return field.dbl();
        case FieldOp::halve: return field.halve();
        case FieldOp::mul: return field.mul();
        case FieldOp::sqr: return field.sqr();
        case FieldOp::mul_small: return field.mul_small();
        case FieldOp::mul_add2: return field.mul_add("mul_add2", 2);
        case FieldOp::mul_add3: return field.mul_add("mul_add3", 3);
        case FieldOp::mul_add4: return field.mul_add("mul_add4", 4);
        case FieldOp::mul_add6: return field.mul_add("mul_add6", 6);
        case FieldOp::mul_add8: return field.mul_add("mul_add8", 8);
        case FieldOp::mul_sub2: return field.mul_sub2();
        case FieldOp::mul_wide: return field.mul_wide();
        case FieldOp::reduce: return field.reduce();
        case FieldOp::to_elem: return field.to_elem();
        case FieldOp::to_plain: return field.to_plain();
        case FieldOp::is_canonical: return field.is_canonical();
        case FieldOp::eq: return field.eq();
        case FieldOp::is_zero: return field.is_zero();
        case FieldOp::select: return field.select();
        case FieldOp::add_lazy: return field.add_lazy();
        case FieldOp::sub_lazy: return field.sub_lazy();
        case FieldOp::mul_lazy: return field.mul_lazy();
        case FieldOp::sqr_lazy: return field.sqr_lazy();
        case FieldOp::normalize: return field.normalize();
        case FieldOp::n0inv: return field.n0inv();
        default: return std::nullopt;
    }
}

struct Meaning {
    std::vector<const char*> operands;
    ir::ExprPtr left, right;  // modulo N; left is r unless said otherwise
};

std::optional<Meaning> meaning(FieldOp op, const ir::ExprPtr& N) {
    const ir::ExprPtr a = var("a"), b = var("b"), c = var("c"), d = var("d"), e = var("e"), f = var("f"),
                      g = var("g"), h = var("h"), r = var("r");
    switch (op) {
        case FieldOp::add: return Meaning{{"a", "b"}, r, a + b};
        case FieldOp::sub: return Meaning{{"a", "b"}, r, a - b};
        case FieldOp::neg: return Meaning{{"a"}, r, ir::integer(0) - a};
        case FieldOp::dbl: return Meaning{{"a"}, r, ir::integer(2) * a};
        case FieldOp::halve: return Meaning{{"a"}, ir::integer(2) * r, a};
        case FieldOp::mul: return Meaning{{"a", "b"}, r, a * b};
        case FieldOp::sqr: return Meaning{{"a"}, r, a * a};
        case FieldOp::mul_small: return Meaning{{"a", "factor"}, r, a * var("factor")};
        case FieldOp::mul_add2: return Meaning{{"a", "b", "c", "d"}, r, a * b + c * d};
        case FieldOp::mul_sub2: return Meaning{{"a", "b", "c", "d"}, r, a * b - c * d};
        case FieldOp::mul_add3: return Meaning{{"a", "b", "c", "d", "e", "f"}, r, a * b + c * d + e * f};
        case FieldOp::mul_add4:
            return Meaning{{"a", "b", "c", "d", "e", "f", "g", "h"}, r, a * b + c * d + e * f + g * h};
        case FieldOp::pow: return Meaning{{"a", "exponent"}, r, power(a, var("exponent"), N)};
        case FieldOp::inv: return Meaning{{"a"}, r, inverse(a, N)};
        default: return std::nullopt;
    }
}

}  // namespace

namespace {

// requires: mul is not left to us
std::optional<ir::Program> built(FieldOp op, const Modulus& modulus, Reduction reduction, MulChoice mul) {
    const bool interleaved = mul == MulChoice(MulAlgorithm::rows);
    const SpecialForm form = form_for(modulus, reduction);
    std::optional<ir::Program> program =
        build(op, algorithm::Field{modulus, reduction, product(mul), square(mul), interleaved, form});
    if (program) program = pass::run_pipeline(std::move(*program));
    return program;
}

bool is_one_product(FieldOp op) {
    return op == FieldOp::mul || op == FieldOp::sqr || op == FieldOp::mul_lazy || op == FieldOp::sqr_lazy;
}

}  // namespace

MulChoice chosen(FieldOp op, const Modulus& modulus, Reduction reduction, MulChoice mul) {
    if (mul != MulChoice()) return mul;
    if (!is_one_product(op)) return MulAlgorithm::rows;
    return cheapest_multiplication(modulus.width(), [&](MulChoice choice) {
        return cost(*built(op, modulus, reduction, choice)).time();
    });
}

std::optional<ir::Program> field_program(FieldOp op, const Modulus& modulus, Reduction reduction,
                                         MulChoice mul) {
    return built(op, modulus, reduction, chosen(op, modulus, reduction, mul));
}

std::optional<ir::Program> field_meaning(FieldOp op, const Modulus& modulus) {
    const ir::ExprPtr N = modulus.is_known() ? ir::constant("N", modulus.n().get_str(16)) : var("n");
    const std::optional<Meaning> means = meaning(op, N);
    if (!means) return std::nullopt;
    ir::Builder builder{std::string(name(op))};
    ir::Contract contract{{}, means->left % N, means->right % N, {{"r", N}}};
    for (const std::string operand : means->operands) {
        if (operand == "exponent") {
            builder.input(operand, repr::num, modulus.limbs());
            contract.requires_.push_back(algorithm::any_num(modulus.width(), operand));
        } else if (operand == "factor") {
            builder.input(operand, repr::word, 1);
            contract.requires_.push_back(algorithm::any_word(operand));
        } else {
            builder.input(operand, repr::plain, modulus.limbs());
            contract.requires_.push_back({operand, N});
        }
    }
    if (!modulus.is_known()) {
        builder.input("n", repr::member, modulus.limbs());
        contract.requires_.push_back(algorithm::in_width(modulus.width(), "n"));
        contract.givens.push_back(algorithm::given_modulus("n"));
    }
    builder.output("r", repr::plain, algorithm::zeros(modulus.limbs()));
    return std::move(builder).finish(std::move(contract));
}

namespace {

// Where the way to reduce decides.
std::string_view reduction_source(FieldOp op, const Modulus& modulus, Reduction reduction) {
    const bool is_sum = op != FieldOp::mul && op != FieldOp::sqr && op != FieldOp::reduce;
    switch (reduction) {
        case Reduction::special:
            if (special_form(modulus) == SpecialForm::solinas) {
                if (op == FieldOp::mul) return "product by rows, less q*N by additions (Solinas 1999)";
                if (op == FieldOp::sqr)
                    return "square (HAC, algorithm 14.16), less q*N by additions (Solinas 1999)";
                return is_sum ? "products by rows in one sum, less q*N by additions (Solinas 1999)"
                              : "t - q*N by additions (Solinas 1999)";
            }
            if (op == FieldOp::mul) return "product by rows, folded at 2^k = C mod N (HAC, algorithm 14.47)";
            if (op == FieldOp::sqr)
                return "square (HAC, algorithm 14.16), folded at 2^k = C mod N (algorithm 14.47)";
            return is_sum ? "products by rows in one sum, folded at 2^k = C mod N (HAC, algorithm 14.47)"
                          : "folded at 2^k = C mod N (HAC, algorithm 14.47)";
        case Reduction::barrett:
            if (op == FieldOp::mul) return "product by rows, then Barrett reduction (HAC, algorithm 14.42)";
            if (op == FieldOp::sqr)
                return "square (HAC, algorithm 14.16), then Barrett reduction (HAC, algorithm 14.42)";
            return is_sum ? "products by rows in one sum, then Barrett reduction (HAC, algorithm 14.42)"
                          : "Barrett reduction (HAC, algorithm 14.42)";
        case Reduction::montgomery: break;
    }
    if (op == FieldOp::mul) return "Montgomery product by even and odd rows (CIOS; Koc, Acar, Kaliski 1996)";
    if (op == FieldOp::sqr)
        return "square by rows of doubled limbs under Montgomery reduction (HAC, algorithms 14.16, 14.32)";
    return is_sum ? "Montgomery products by rows under one reduction (lazy reduction)"
                  : "Montgomery reduction by rows (HAC, algorithm 14.32)";
}

// A product by itself and then its reduction.
std::string_view separate_source(MulChoice mul, Reduction reduction) {
    const bool karatsuba = mul.algorithm == MulAlgorithm::karatsuba;
    switch (reduction) {
        case Reduction::montgomery:
            return karatsuba ? "Karatsuba (refined, Bernstein 2009), then Montgomery reduction by rows"
                             : "product scanning (Comba 1990), then Montgomery reduction by rows";
        case Reduction::special:
            return karatsuba ? "Karatsuba (refined, Bernstein 2009), then the special reduction"
                             : "product scanning (Comba 1990), then the special reduction";
        case Reduction::barrett: break;
    }
    return karatsuba ? "Karatsuba (refined, Bernstein 2009), then Barrett reduction (HAC, algorithm 14.42)"
                     : "product scanning (Comba 1990), then Barrett reduction (HAC, algorithm 14.42)";
}

}  // namespace

std::string_view field_source(FieldOp op, const Modulus& modulus, Reduction reduction, MulChoice mul) {
    if (is_one_product(op) && chosen(op, modulus, reduction, mul) != MulChoice(MulAlgorithm::rows))
        return separate_source(chosen(op, modulus, reduction, mul), reduction);
    const bool montgomery = reduction == Reduction::montgomery;
    switch (op) {
        case FieldOp::mul:
        case FieldOp::mul_lazy: return reduction_source(FieldOp::mul, modulus, reduction);
        case FieldOp::sqr:
        case FieldOp::sqr_lazy: return reduction_source(FieldOp::sqr, modulus, reduction);
        case FieldOp::mul_add2:
        case FieldOp::mul_sub2:
        case FieldOp::mul_add3:
        case FieldOp::mul_add4:
        case FieldOp::mul_add6:
        case FieldOp::mul_add8:
        case FieldOp::reduce: return reduction_source(op, modulus, reduction);
        case FieldOp::to_elem:
            return montgomery ? reduction_source(FieldOp::mul, modulus, reduction) : "the same limbs";
        case FieldOp::to_plain:
            return montgomery ? reduction_source(FieldOp::reduce, modulus, reduction) : "the same limbs";
        case FieldOp::mul_small:
            if (!modulus.is_known()) return "the factor in Montgomery form, then a Montgomery product";
            return reduction == Reduction::special
                       ? "one row, reduced as products are"
                       : "one row, and the estimate of a short quotient (Barrett)";
        case FieldOp::mul_wide:
            return "rows in even and odd accumulator chains (operand scanning, HAC, algorithm 14.12)";
        case FieldOp::halve: return "a or a + N, whichever is even, shifted";
        case FieldOp::add:
        case FieldOp::dbl: return "a sum, less N unless that borrows";
        case FieldOp::sub: return "a - b, plus N where that borrows";
        case FieldOp::neg: return "N - a, masked to 0 for a = 0";
        case FieldOp::select: return "mask from a borrow, limb by limb";
        case FieldOp::normalize:
            return "a short reduction where multiples are many, then multiples of N subtracted unless that "
                   "borrows";
        case FieldOp::n0inv: return "Newton's iteration modulo powers of two (Hensel)";
        default: return "carry chain";
    }
}

}  // namespace limbsmith::plan
