// r = a·factor mod N, factor a word
#include "catalogue/field.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_mul_small() {
    return {.domain = Domain::modular,
            .section = Section::products,
            .rank = 3,
            .name = "mul_small",
            .summary = "product with a 32-bit number",
            .functions =
                [](const Spec& spec) {
                    std::string source = "one row, and the estimate of a short quotient (Barrett)";
                    if (spec.reduction == Reduction::special) source = "one row, reduced as products are";
                    if (spec.is_runtime())
                        source = "the factor in Montgomery form, then a Montgomery product";
                    return straight(spec, &algorithm::Field::mul_small, source);
                },
            .meaning =
                [](const Spec& spec) {
                    return of_residues(spec, "mul_small", {"a", "factor"}, var("a") * var("factor"));
                },
            .reduces = Operation::Reduces::products};
}

}  // namespace limbsmith::catalogue
