// r = (a + b) mod N
#include "algorithm/group/field.hpp"
#include "catalogue/field.hpp"
#include "catalogue/lanes.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_add() {
    return {.domain = Domain::modular,
            .section = Section::sums,
            .rank = 1,
            .name = "add",
            .summary = "sum",
            .functions =
                [](const Spec& spec) {
                    return straight(spec, &algorithm::Field::add, "a sum, less N unless that borrows");
                },
            .meaning =
                [](const Spec& spec) {
                    return of_residues(spec, "add", {"a", "b"}, var("a") + var("b"));
                },
            .over_lanes = over_lanes(algorithm::group::add)};
}

}  // namespace limbsmith::catalogue
