// r = -N^-1 mod 2^32
#include "catalogue/field.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_n0inv() {
    return {
        .system = &NumberSystem::residues(),
        .section = Section::conversions,
        .rank = 4,
        .name = "n0inv",
        .summary = "-N^-1 mod 2^32 of a modulus given at run time",
        .functions =
            [](const Spec& spec) {
                return straight(spec, &algorithm::Field::n0inv,
                                "Newton's iteration modulo powers of two (Hensel)");
            },
        .why_not =
            [](const Spec& spec) {
                return spec.is_runtime() ? "" : "belongs to a modulus given at run time";
            },
        .is_basic = [](const Spec& spec) { return spec.is_runtime(); },
    };
}

}  // namespace limbsmith::catalogue
