// r = a·factor mod N, factor a word
#include <fmt/format.h>

#include "algorithm/group/field_more.hpp"
#include "catalogue/field.hpp"
#include "catalogue/lanes.hpp"

namespace limbsmith::catalogue {

using ir::var;

// The proof goes through products of three numbers, and is found for numbers of so many bits.
static constexpr int most_proved_bits = 640;

static std::string above_proved_bits(const Spec& spec) {
    if (is_over_lanes(spec) || !spec.is_runtime() || spec.modulus->bits() <= most_proved_bits) return "";
    return fmt::format("is proved for a modulus at run time of at most {} bits; to_elem and mul are for all",
                       most_proved_bits);
}

Operation field_mul_small() {
    return {.system = &NumberSystem::residues(),
            .section = Section::products,
            .rank = 3,
            .name = "mul_small",
            .summary = "product with a 32-bit number",
            .functions =
                [](const Spec& spec) {
                    std::string source = "one row, and the estimate of a short quotient (Barrett)";
                    if (spec.reduction == Reduction::special) source = "one row, reduced as products are";
                    if (spec.is_runtime())
                        source = "the factor in Montgomery form, then a Montgomery product";
                    return straight(spec, &algorithm::Field::mul_small, source);
                },
            .meaning =
                [](const Spec& spec) {
                    return of_residues(spec, "mul_small", {"a", "factor"}, var("a") * var("factor"));
                },
            .why_not = above_proved_bits,
            .reduces = Operation::Reduces::products,
            .over_lanes = over_lanes(algorithm::group::mul_small, {"mul"})};
}

}  // namespace limbsmith::catalogue
