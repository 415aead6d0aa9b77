// r = a^(2^count) mod N
#include "algorithm/loop/power.hpp"
#include "catalogue/field.hpp"
#include "catalogue/loop.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_sqr_n() {
    return {.system = &NumberSystem::residues(),
            .section = Section::powers,
            .rank = 0,
            .name = "sqr_n",
            .summary = "a^(2^count), by count squarings",
            .meaning =
                [](const Spec& spec) {
                    return of_residues(spec, "sqr_n", {"a", "count"},
                                       power(var("a"), exp2(var("count")), modulus_of(spec)));
                },
            .needs = [](const Spec&) { return std::vector<std::string_view>{"sqr"}; },
            .loops =
                [](const Spec& spec, ir::Library& library) {
                    return std::vector{add(library, loop::squarings(residues(spec), library))};
                },
            .batch_loop = "sqr_n"};
}

}  // namespace limbsmith::catalogue
