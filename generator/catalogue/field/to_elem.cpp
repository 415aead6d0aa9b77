// r = x·F mod N
#include "catalogue/field.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_to_elem() {
    return {
        .domain = Domain::modular,
        .section = Section::conversions,
        .rank = 1,
        .name = "to_elem",
        .summary = "a canonical residue as an element, in the form of the arithmetic",
        .functions =
            [](const Spec& spec) {
                return straight(
                    spec, &algorithm::Field::to_elem,
                    spec.is_montgomery() ? reduced_source(spec, Product::product) : "the same limbs");
            },
        .is_basic = always,
        .reduces = Operation::Reduces::constants,
    };
}

}  // namespace limbsmith::catalogue
