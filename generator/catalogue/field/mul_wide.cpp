// r = a·b, not reduced
#include "catalogue/field.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_mul_wide() {
    return {
        .system = &NumberSystem::residues(),
        .section = Section::products,
        .rank = 15,
        .name = "mul_wide",
        .summary = "product without reduction",
        .functions =
            [](const Spec& spec) {
                return straight(
                    spec, &algorithm::Field::mul_wide,
                    "rows in even and odd accumulator chains (operand scanning, HAC, algorithm 14.12)");
            },
    };
}

}  // namespace limbsmith::catalogue
