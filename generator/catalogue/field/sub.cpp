// r = (a - b) mod N
#include "algorithm/group/field.hpp"
#include "algorithm/group/mod_sums.hpp"
#include "catalogue/field.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/loop.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_sub() {
    return {.system = &NumberSystem::residues(),
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
            .over_lanes = {.routines =
                               [](const Spec& spec, ir::Library& library) {
                                   namespace group = algorithm::group;
                                   const loop::Residues modulo = residues(spec);
                                   return std::vector{
                                       add(library, group::mod_sub_limbs(group::group_of(modulo), library)),
                                       add(library, group::sub(modulo, library))};
                               },
                           .parts = {"mod_sub"}}};
}

}  // namespace limbsmith::catalogue
