// r = (a·b - c·d)·F^-1 mod N
#include "algorithm/group/field_more.hpp"
#include "catalogue/field.hpp"
#include "catalogue/lanes.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_mul_sub2() {
    return {.system = &NumberSystem::residues(),
            .section = Section::products,
            .rank = 5,
            .name = "mul_sub2",
            .summary = "a*b - c*d with one reduction",
            .functions =
                [](const Spec& spec) {
                    return straight(spec, &algorithm::Field::mul_sub2, reduced_source(spec, Product::sum));
                },
            .meaning =
                [](const Spec& spec) {
                    return of_residues(spec, "mul_sub2", {"a", "b", "c", "d"},
                                       var("a") * var("b") - var("c") * var("d"));
                },
            .reduces = Operation::Reduces::products,
            .over_lanes = over_lanes(algorithm::group::mul_sub2, {"mul", "sub"})};
}

}  // namespace limbsmith::catalogue
