// r = a^-1 mod N, 0 where there is none
#include "algorithm/group/divsteps.hpp"
#include "algorithm/group/inverse.hpp"
#include "algorithm/loop/inverse.hpp"
#include "catalogue/field.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/loop.hpp"
#include "plan/inverse.hpp"
#include "spec/divsteps.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_inv() {
    return {.system = &NumberSystem::residues(),
            .section = Section::inverses,
            .rank = 1,
            .name = "inv",
            .summary = "inverse, and whether there is one; without a branch",
            .functions =
                [](const Spec& spec) {
                    std::vector<Function> parts;
                    if (plan::inverse_method(spec) != InverseChoice::divsteps) return parts;
                    for (ir::Program& part : plan::divsteps_programs(spec))
                        parts.push_back({std::move(part), "divsteps", std::string(divsteps_source), true});
                    return parts;
                },
            .meaning =
                [](const Spec& spec) {
                    return of_residues(spec, "inv", {"a"}, inverse(var("a"), modulus_of(spec)));
                },
            .needs =
                [](const Spec& spec) {
                    return plan::inverse_method(spec) == InverseChoice::fermat
                               ? std::vector<std::string_view>{"mul", "sqr", "is_zero"}
                               : std::vector<std::string_view>{};
                },
            .loops =
                [](const Spec& spec, ir::Library& library) {
                    const loop::Residues modulo = residues(spec);
                    const auto by_divsteps = [&] {
                        const plan::DivstepsInverse inverse = plan::divsteps_inverse(spec);
                        return loop::inverse_by_divsteps(modulo, {inverse.batches, inverse.digits}, library);
                    };
                    const bool is_fermat = plan::inverse_method(spec) == InverseChoice::fermat;
                    std::string with_exists =
                        add(library, is_fermat ? loop::inverse_by_fermat(modulo, library) : by_divsteps());
                    return std::vector{with_exists,
                                       add(library, loop::inverse_alone(modulo, library), "inverse")};
                },
            .batch_loop = "inverse",
            .method = [](const Spec& spec) { return std::string(to_string(plan::inverse_method(spec))); },
            .loop_cost = [](const Spec& spec) { return plan::inverse_cost(spec); },
            .over_lanes = {.needs = {"mul"},
                           .routines =
                               [](const Spec& spec, ir::Library& library) {
                                   namespace group = algorithm::group;
                                   const loop::Residues modulo = residues(spec);
                                   const group::Group lanes = group::group_of(modulo);
                                   return std::vector{
                                       add(library, group::divsteps_number(lanes, library)),
                                       add(library, group::divsteps_minus(lanes, library)),
                                       add(library, group::divsteps_digit(lanes, library)),
                                       add(library, group::divsteps_row(lanes, library)),
                                       add(library, group::divsteps_row_mod(lanes, library)),
                                       add(library, group::divsteps_magnitude(lanes, library)),
                                       add(library, group::negative_if(lanes, library)),
                                       add(library, group::reduce_over(lanes, library)),
                                       add(library, group::divsteps_unit(lanes, library)),
                                       add(library, group::divsteps_residue(modulo, library)),
                                       add(library, group::divsteps_finish(modulo, library)),
                                       add(library, group::inverse(modulo, library)),
                                       add(library, loop::inverse_alone(modulo, library), "inverse")};
                               },
                           .parts = {"divsteps_number", "divsteps_minus", "divsteps_digit", "divsteps_row",
                                     "divsteps_row_mod", "divsteps_magnitude", "negative_if", "reduce_over",
                                     "divsteps_unit", "divsteps_residue", "divsteps_finish"}}};
}

}  // namespace limbsmith::catalogue
