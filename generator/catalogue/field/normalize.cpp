// r = a mod N
#include "catalogue/field.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_normalize() {
    return {
        .system = &NumberSystem::residues(),
        .section = Section::lazy,
        .rank = 5,
        .name = "normalize",
        .summary = "from a lazy number back to a residue below N",
        .functions =
            [](const Spec& spec) {
                return straight(spec, &algorithm::Field::normalize,
                                "a short reduction where multiples are many, then multiples of N subtracted "
                                "unless that borrows");
            },
        .why_not = without_spare_bits,
        .reduces = Operation::Reduces::products,
    };
}

}  // namespace limbsmith::catalogue
