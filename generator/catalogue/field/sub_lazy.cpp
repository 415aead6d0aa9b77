// r = a - b + K/2·N, below K·N
#include "catalogue/field.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_sub_lazy() {
    return {
        .system = &NumberSystem::residues(),
        .section = Section::lazy,
        .rank = 2,
        .name = "sub_lazy",
        .summary = "difference plus a multiple of N, without reduction",
        .functions =
            [](const Spec& spec) {
                return straight(spec, &algorithm::Field::sub_lazy, "carry chain (HAC, algorithm 14.7)");
            },
        .why_not = without_spare_bits,
    };
}

}  // namespace limbsmith::catalogue
