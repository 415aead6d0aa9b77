// r = a^-1 mod N, 0 where there is none
#include "catalogue/field.hpp"
#include "plan/inverse.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_inv() {
    return {
        .domain = Domain::modular,
        .section = Section::inverses,
        .rank = 1,
        .name = "inv",
        .summary = "inverse, and whether there is one; without a branch",
        .functions =
            [](const Spec& spec) {
                std::vector<Function> parts;
                if (plan::inverse_method(spec) != InverseChoice::divsteps) return parts;
                for (ir::Program& part : plan::divsteps_programs(spec))
                    parts.push_back({std::move(part), "divsteps", std::string(plan::divsteps_source), true});
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
        .is_loop = true};
}

}  // namespace limbsmith::catalogue
