// r = (a - b) mod N
#include "catalogue/field.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_sub() {
    return {
        .domain = Domain::modular,
        .section = Section::sums,
        .rank = 2,
        .name = "sub",
        .summary = "difference",
        .functions =
            [](const Spec& spec) {
                return straight(spec, &algorithm::Field::sub, "a - b, plus N where that borrows");
            },
        .meaning =
            [](const Spec& spec) {
                return of_residues(spec, "sub", {"a", "b"}, var("a") - var("b"));
            },
    };
}

}  // namespace limbsmith::catalogue
