// r = a + b, below K·N
#include "catalogue/field.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_add_lazy() {
    return {
        .system = &NumberSystem::residues(),
        .section = Section::lazy,
        .rank = 1,
        .name = "add_lazy",
        .summary = "sum without reduction, where the limbs have room",
        .functions =
            [](const Spec& spec) {
                return straight(spec, &algorithm::Field::add_lazy, "carry chain (HAC, algorithm 14.7)");
            },
        .why_not = without_spare_bits,
    };
}

}  // namespace limbsmith::catalogue
