// r with r² = a mod N
#include "algorithm/group/constants.hpp"
#include "algorithm/loop/square_root.hpp"
#include "algorithm/range.hpp"
#include "catalogue/field.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/loop.hpp"
#include "spec/representations.hpp"

namespace limbsmith::catalogue {

using ir::var;

// r² = a and exists = 1, or r = 0 and exists = 0 where a is no square (Euler). The root is one of two, so the
// outputs meet the relation and are not determined by it.
static ir::Program sqrt_meaning(const Spec& spec) {
    ir::Program meaning = of_residues(spec, "sqrt", {"a"}, var("a"));
    meaning.outputs.push_back({"exists", repr::word, {ir::Operand(0u)}});
    const ir::ExprPtr N = modulus_of(spec), r = var("r"), a = var("a"), exists = var("exists");
    const ir::ExprPtr is_root = less(euler_power(spec, a), ir::integer(2));
    meaning.contract.left = (r * r) % N + N * exists;
    meaning.contract.right = if_else(is_root, a + N, ir::integer(0));
    meaning.contract.ensures.push_back(algorithm::one_bit("exists"));
    return meaning;
}

Operation field_sqrt() {
    return {.domain = Domain::modular,
            .section = Section::powers,
            .rank = 3,
            .name = "sqrt",
            .summary = "square root, if there is one",
            .meaning = sqrt_meaning,
            .needs =
                [](const Spec&) {
                    return std::vector<std::string_view>{"mul", "sqr", "eq", "select"};
                },
            .why_not = without_odd_prime,
            .loops =
                [](const Spec& spec, ir::Library& library) {
                    return std::vector{add(library, loop::square_root(residues(spec), library))};
                },
            .batch_loop = "sqrt",
            .over_lanes = {.needs = {"mul", "sqr", "eq", "select"},
                           .routines =
                               [](const Spec& spec, ir::Library& library) {
                                   const loop::Residues modulo = residues(spec);
                                   return std::vector{
                                       add(library, algorithm::group::root_of_unity(modulo, library)),
                                       add(library, loop::square_root(modulo, library))};
                               },
                           .parts = {"root_of_unity"}}};
}

}  // namespace limbsmith::catalogue
