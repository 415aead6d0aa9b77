// r = a²·F^-1 mod N, below 2N
#include "catalogue/field.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_sqr_lazy() {
    return {
        .system = &NumberSystem::residues(),
        .section = Section::lazy,
        .rank = 4,
        .name = "sqr_lazy",
        .summary = "square below 2N of a number below K*N",
        .functions =
            [](const Spec& spec) { return one_product(spec, &algorithm::Field::sqr_lazy, Product::square); },
        .why_not = without_spare_bits,
        .reduces = Operation::Reduces::products,
    };
}

}  // namespace limbsmith::catalogue
