// r = an expression of the user's, modulo N
#include "algorithm/loop/expression.hpp"
#include "catalogue/field.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/loop.hpp"

namespace limbsmith::catalogue {

static std::vector<std::string> built(const Spec& spec, ir::Library& library) {
    return {add(library, loop::expression_modulo(residues(spec), *spec.fused, library))};
}

Operation field_expr() {
    return {.system = &NumberSystem::residues(),
            .section = Section::products,
            .rank = 9,
            .name = "expr",
            .summary = "the expression of --expr, by one function",
            .meaning =
                [](const Spec& spec) {
                    return of_residues(spec, "expr", spec.fused->inputs, loop::expression_value(*spec.fused));
                },
            .needs =
                [](const Spec&) {
                    return std::vector<std::string_view>{"add", "sub", "mul", "sqr"};
                },
            .why_not =
                [](const Spec& spec) { return std::string(spec.fused ? "" : "is the operation of --expr"); },
            .loops = built,
            .batch_loop = "expr",
            .is_on_request = true,
            .over_lanes = {.needs = {"add", "sub", "mul", "sqr"}, .routines = built}};
}

}  // namespace limbsmith::catalogue
