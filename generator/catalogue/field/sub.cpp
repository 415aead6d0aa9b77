// r = (a - b) mod N
#include "algorithm/group/field.hpp"
#include "catalogue/field.hpp"
#include "catalogue/lanes.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_sub() {
    return {.domain = Domain::modular,
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
            .over_lanes = over_lanes(algorithm::group::sub)};
}

}  // namespace limbsmith::catalogue
