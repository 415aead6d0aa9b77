// r = t·F^-1 mod N
#include "catalogue/field.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_reduce() {
    return {
        .system = &NumberSystem::residues(),
        .section = Section::products,
        .rank = 16,
        .name = "reduce",
        .summary = "reduction of a wide number",
        .functions =
            [](const Spec& spec) {
                return straight(spec, &algorithm::Field::reduce, reduced_source(spec, Product::none));
            },
        .reduces = Operation::Reduces::products,
    };
}

}  // namespace limbsmith::catalogue
