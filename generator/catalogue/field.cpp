#include "catalogue/field.hpp"

#include <fmt/format.h>

#include "algorithm/group/field_more.hpp"
#include "algorithm/range.hpp"
#include "catalogue/loop.hpp"
#include "spec/representations.hpp"

namespace limbsmith::catalogue {
namespace {

using ir::var;

std::string algorithm_name(const Spec& spec, MulChoice mul) {
    const std::string reduction(to_string(spec.reduction));
    return mul == MulChoice(MulAlgorithm::rows) ? reduction : reduction + "+" + to_string(mul);
}

// The source of a product followed by a separate reduction.
std::string separate_source(const Spec& spec, MulChoice mul) {
    const char* product = mul.algorithm == MulAlgorithm::karatsuba ? "Karatsuba (refined, Bernstein 2009)"
                                                                   : "product scanning (Comba 1990)";
    const char* reduction = spec.reduction == Reduction::montgomery ? "Montgomery reduction by rows"
                            : spec.reduction == Reduction::special
                                ? "the special reduction"
                                : "Barrett reduction (HAC, algorithm 14.42)";
    return fmt::format("{}, then {}", product, reduction);
}

std::string montgomery_source(Product product) {
    switch (product) {
        case Product::product:
            return "Montgomery product by even and odd rows (CIOS; Koc, Acar, Kaliski 1996)";
        case Product::square:
            return "square by rows of doubled limbs under Montgomery reduction (HAC, algorithms 14.16, "
                   "14.32)";
        case Product::sum: return "Montgomery products by rows under one reduction (lazy reduction)";
        case Product::none: break;
    }
    return "Montgomery reduction by rows (HAC, algorithm 14.32)";
}

// The source of a product by rows followed by `reduction`; `alone` if there is no product.
std::string two_steps(Product product, const std::string& reduction, const std::string& alone) {
    switch (product) {
        case Product::product: return "product by rows, " + reduction;
        case Product::square: return "square (HAC, algorithm 14.16), " + reduction;
        case Product::sum: return "products by rows in one sum, " + reduction;
        case Product::none: break;
    }
    return alone;
}

}  // namespace

std::vector<Function> straight(const Spec& spec, plan::FieldProgram build, std::string source) {
    const algorithm::Field field = plan::field(spec, MulAlgorithm::rows);
    return {{(field.*build)(), std::string(to_string(spec.reduction)), std::move(source)}};
}

std::vector<Function> one_product(const Spec& spec, plan::FieldProgram build, Product product) {
    const MulChoice mul = plan::chosen_for(spec, build);
    const bool is_by_rows = mul == MulChoice(MulAlgorithm::rows);
    return {{(plan::field(spec, mul).*build)(), algorithm_name(spec, mul),
             is_by_rows ? reduced_source(spec, product) : separate_source(spec, mul)}};
}

Operation sum_of_products(std::string_view name, int terms) {
    std::vector<std::string> operands;
    ir::ExprPtr sum;
    for (int i = 0; i < terms; ++i) {
        const auto [first, second] = algorithm::factor_names(i, terms);
        operands.insert(operands.end(), {first, second});
        sum = sum ? sum + var(first) * var(second) : var(first) * var(second);
    }
    return {.system = &NumberSystem::residues(),
            .section = Section::products,
            .name = name,
            .summary = "",
            .functions =
                [=](const Spec& spec) {
                    const algorithm::Field field = plan::field(spec, MulAlgorithm::rows);
                    return std::vector<Function>{{field.mul_add(std::string(name).c_str(), terms),
                                                  std::string(to_string(spec.reduction)),
                                                  reduced_source(spec, Product::sum)}};
                },
            .meaning = [=](const Spec& spec) { return of_residues(spec, name, operands, sum); },
            .reduces = Operation::Reduces::products,
            .limb_products =
                [=](const Spec& spec) { return 1.0 * terms * spec.width.limbs() * spec.width.limbs(); },
            .over_lanes = {.needs = {"mul", "add"}, .routines = [=](const Spec& spec, ir::Library& library) {
                               return std::vector{
                                   add(library, algorithm::group::mul_add(residues(spec), std::string(name),
                                                                          terms, library))};
                           }}};
}

std::string reduced_source(const Spec& spec, Product product) {
    switch (spec.reduction) {
        case Reduction::montgomery: return montgomery_source(product);
        case Reduction::barrett:
            return two_steps(product, "then Barrett reduction (HAC, algorithm 14.42)",
                             "Barrett reduction (HAC, algorithm 14.42)");
        case Reduction::special: break;
    }
    if (plan::special_form(*spec.modulus) == SpecialForm::solinas)
        return two_steps(product, "less q*N by additions (Solinas 1999)",
                         "t - q*N by additions (Solinas 1999)");
    return two_steps(product, "folded at 2^k = C mod N (HAC, algorithm 14.47)",
                     "folded at 2^k = C mod N (HAC, algorithm 14.47)");
}

ir::ExprPtr modulus_of(const Spec& spec) {
    return spec.is_runtime() ? var("n") : ir::constant("N", spec.modulus->n().get_str(16));
}

namespace {

struct Meaning {
    Meaning(const Spec& spec, std::string_view name, const std::vector<std::string>& operands)
        : builder{std::string(name)} {
        for (const std::string& operand : operands) {
            if (operand == "factor" || operand == "condition") {
                builder.input(operand, repr::word, 1);
                contract.requires_.push_back(algorithm::any_word(operand));
            } else if (operand == "count") {
                builder.input(operand, repr::count, 1);
                contract.requires_.push_back(algorithm::any_word(operand));
            } else if (operand == "in") {
                builder.input(operand, repr::bytes, spec.width.limbs());
                contract.requires_.push_back({operand, ir::pow2(8 * spec.width.bytes())});
            } else if (operand == "exponent") {
                builder.input(operand, repr::exponent, spec.width.limbs());
                contract.requires_.push_back(algorithm::any_num(spec.width, operand));
            } else {
                builder.input(operand, repr::plain, spec.width.limbs());
                contract.requires_.push_back({operand, modulus_of(spec)});
            }
        }
        if (!spec.is_runtime()) return;
        builder.input("n", repr::member, spec.width.limbs());
        contract.requires_.push_back(algorithm::in_width(spec.width, "n"));
        contract.givens.push_back(algorithm::given_modulus("n"));
    }
    ir::Builder builder;
    ir::Contract contract{};
};

}  // namespace

ir::Program of_residues(const Spec& spec, std::string_view name, const std::vector<std::string>& operands,
                        const ir::ExprPtr& right, const ir::ExprPtr& left) {
    Meaning meaning(spec, name, operands);
    const ir::ExprPtr N = modulus_of(spec);
    meaning.contract.left = left % N, meaning.contract.right = right % N;
    meaning.contract.ensures = {{"r", N}};
    meaning.builder.output("r", repr::plain, algorithm::zeros(spec.width.limbs()));
    return std::move(meaning.builder).finish(std::move(meaning.contract));
}

ir::Program of_residues(const Spec& spec, std::string_view name, const std::vector<std::string>& operands,
                        const std::vector<Residue>& results) {
    Meaning meaning(spec, name, operands);
    const ir::ExprPtr N = modulus_of(spec);
    std::vector<ir::ExprPtr> left, right;
    for (const Residue& result : results) {
        left.push_back(var(result.name));
        right.push_back(result.value % N);
        meaning.contract.ensures.push_back({result.name, N});
        meaning.builder.output(result.name, repr::plain, algorithm::zeros(spec.width.limbs()));
    }
    meaning.contract.left = algorithm::packed(spec.width, left);
    meaning.contract.right = algorithm::packed(spec.width, right);
    return std::move(meaning.builder).finish(std::move(meaning.contract));
}

ir::Program word_of_residues(const Spec& spec, std::string_view name,
                             const std::vector<std::string>& operands, const ir::ExprPtr& right) {
    Meaning meaning(spec, name, operands);
    meaning.contract.left = var("r"), meaning.contract.right = right;
    meaning.contract.ensures = {algorithm::any_word("r")};
    meaning.builder.output("r", repr::word, algorithm::zeros(1));
    return std::move(meaning.builder).finish(std::move(meaning.contract));
}

ir::Program bit_of_residues(const Spec& spec, std::string_view name, const std::vector<std::string>& operands,
                            const ir::ExprPtr& right) {
    ir::Program program = word_of_residues(spec, name, operands, right);
    program.contract.ensures = {algorithm::one_bit("r")};
    return program;
}

ir::ExprPtr euler_power(const Spec& spec, const ir::ExprPtr& x) {
    const mpz_class half = (spec.modulus->n() - 1) / 2;
    return power(x, ir::constant("((N-1)/2)", half.get_str(16)), modulus_of(spec));
}

std::string without_spare_bits(const Spec& spec) {
    if (lazy_limit(*spec.modulus, spec.reduction) >= 2) return {};
    return fmt::format("needs spare bits above the modulus, and its {} bits leave too few", spec.width.bits);
}

}  // namespace limbsmith::catalogue
