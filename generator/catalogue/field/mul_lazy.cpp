// r = a·b·F^-1 mod N, below 2N
#include "catalogue/field.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_mul_lazy() {
    return {
        .system = &NumberSystem::residues(),
        .section = Section::lazy,
        .rank = 3,
        .name = "mul_lazy",
        .summary = "product below 2N of numbers below K*N",
        .functions =
            [](const Spec& spec) { return one_product(spec, &algorithm::Field::mul_lazy, Product::product); },
        .why_not = without_spare_bits,
        .reduces = Operation::Reduces::products,
    };
}

}  // namespace limbsmith::catalogue
