// r = a/2 mod N
#include "algorithm/group/field.hpp"
#include "algorithm/group/field_more.hpp"
#include "algorithm/group/mod_sums.hpp"
#include "catalogue/field.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/loop.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_halve() {
    return {.system = &NumberSystem::residues(),
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
            .over_lanes = {.routines =
                               [](const Spec& spec, ir::Library& library) {
                                   namespace group = algorithm::group;
                                   const loop::Residues modulo = residues(spec);
                                   return std::vector{
                                       add(library, group::mod_halve_limbs(group::group_of(modulo), library)),
                                       add(library, group::halve(modulo, library))};
                               },
                           .parts = {"mod_halve"}}};
}

}  // namespace limbsmith::catalogue
