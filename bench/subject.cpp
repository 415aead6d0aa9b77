#include "subject.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "emit/field_header.hpp"
#include "emit/header.hpp"
#include "plan/field_plan.hpp"
#include "plan/inverse.hpp"
#include "plan/plan.hpp"
#include "spec/error.hpp"
#include "spec/representations.hpp"

namespace limbsmith::bench {
namespace {

// Whether every parameter has a type that holds any number below a bound.
bool is_plain(const ir::Program& program) {
    const auto fits = [](const auto& parameter) {
        return parameter.representation == repr::num || parameter.representation == repr::wide ||
               parameter.representation == repr::word || parameter.representation == repr::plain ||
               parameter.representation == repr::elem;
    };
    return !program.inputs.empty() && std::ranges::all_of(program.inputs, fits) &&
           std::ranges::all_of(program.outputs, fits);
}

// The meaning of a function modulo N, and whether it speaks of plain residues.
struct Meaning {
    std::optional<ir::Program> program;
    bool of_residues = false;
};

Meaning field_meaning(FieldOp op, const Modulus& modulus, Reduction reduction, MulChoice mul) {
    if (!modulus.is_known()) return {};
    if (auto program = plan::field_program(op, modulus, reduction, mul)) return {std::move(program), false};
    return {plan::field_meaning(op, modulus), true};
}

int words(const auto& parameters) {
    int count = 0;
    for (const auto& parameter : parameters) count += static_cast<int>(parameter.words.size());
    return count;
}

// Products of a multiplication by rows and of its Montgomery reduction, whose n quotients are products of
// which one word is needed.
double products_by_rows(FieldOp op, double n) {
    const double reduction = n * n + n / 2;
    switch (op) {
        case FieldOp::mul: return n * n + reduction;
        case FieldOp::sqr: return n * (n + 1) / 2 + reduction;
        case FieldOp::mul_add2: return 2 * n * n + reduction;
        default: return 0;
    }
}

}  // namespace

int Subject::operand_words() const { return words(meaning.inputs); }
int Subject::result_words() const { return words(meaning.outputs); }

Subject width_subject(Op op, Width width, MulChoice mul) {
    const bool is_loop = info_of(op).is_loop();
    const Spec spec{width, {op}, mul, Style::inlined, "subject"};
    Subject subject{std::string(name(op)),
                    width,
                    "",
                    plan::algorithm_name(op, width, mul),
                    is_loop ? plan::meaning(op, width, mul) : plan::functions(op, width, mul)[0],
                    0,
                    0,
                    std::nullopt,
                    op == Op::mul ? double(width.limbs()) * width.limbs() : 0,
                    [spec] { return emit::header(spec); }};
    if (!is_loop) subject.cost = plan::cost(subject.meaning);
    return subject;
}

Subject field_subject(FieldOp op, const FieldSpec& asked) {
    const Modulus& modulus = asked.modulus;
    Meaning meaning = field_meaning(op, modulus, asked.reduction, asked.mul);
    if (!meaning.program || !is_plain(*meaning.program)) {
        throw unsupported(
            fmt::format("{} cannot be measured alone modulo {}; `limbsmith bench --ops all` "
                        "measures every function that can",
                        name(op), asked.expression));
    }
    FieldSpec spec = asked;
    spec.ops = {op};
    spec.name = "subject";
    std::string algorithm(to_string(spec.reduction));
    if (op == FieldOp::inv) algorithm += "+" + std::string(to_string(plan::inverse_method(spec)));
    if (spec.mul != MulChoice()) algorithm += "+" + to_string(spec.mul);
    Subject subject{std::string(name(op)),
                    modulus.width(),
                    spec.expression,
                    std::move(algorithm),
                    std::move(*meaning.program),
                    modulus.n(),
                    0,
                    std::nullopt,
                    products_by_rows(op, modulus.limbs()),
                    [spec] { return emit::field_header(spec); }};
    if (meaning.of_residues)
        subject.factor = spec.reduction == Reduction::montgomery ? modulus.R() : mpz_class(1);
    if (!subject.is_loop()) subject.cost = plan::cost(subject.meaning);
    if (op == FieldOp::inv) subject.cost = plan::inverse_cost(spec);
    return subject;
}

bool is_measurable(FieldOp op, const Modulus& modulus) {
    const Reduction any = modulus.is_odd() ? Reduction::montgomery : Reduction::barrett;
    const Meaning meaning = field_meaning(op, modulus, any, MulAlgorithm::rows);
    return meaning.program && is_plain(*meaning.program);
}

}  // namespace limbsmith::bench
