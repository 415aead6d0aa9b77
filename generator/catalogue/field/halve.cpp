// r = a/2 mod N
#include "algorithm/group/field_more.hpp"
#include "catalogue/field.hpp"
#include "catalogue/lanes.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_halve() {
    return {.domain = Domain::modular,
            .section = Section::sums,
            .rank = 5,
            .name = "halve",
            .summary = "half",
            .functions =
                [](const Spec& spec) {
                    return straight(spec, &algorithm::Field::halve, "a or a + N, whichever is even, shifted");
                },
            .meaning =
                [](const Spec& spec) {
                    return of_residues(spec, "halve", {"a"}, var("a"), ir::integer(2) * var("r"));
                },
            .why_not =
                [](const Spec& spec) {
                    return spec.modulus->is_odd()
                               ? ""
                               : "needs an odd modulus: 2 has no inverse modulo an even one";
                },
            .over_lanes = over_lanes(algorithm::group::halve)};
}

}  // namespace limbsmith::catalogue
