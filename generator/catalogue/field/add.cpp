// r = (a + b) mod N
#include "algorithm/group/field.hpp"
#include "algorithm/group/mod_sums.hpp"
#include "catalogue/field.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/loop.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_add() {
    return {.system = &NumberSystem::residues(),
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
            .over_lanes = {.routines =
                               [](const Spec& spec, ir::Library& library) {
                                   namespace group = algorithm::group;
                                   const loop::Residues modulo = residues(spec);
                                   return std::vector{
                                       add(library, group::mod_add_limbs(group::group_of(modulo), library)),
                                       add(library, group::add(modulo, library))};
                               },
                           .parts = {"mod_add"}}};
}

}  // namespace limbsmith::catalogue
