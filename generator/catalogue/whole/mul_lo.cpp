// r = a·b mod 2^(32·limbs)
#include "algorithm/group/whole.hpp"
#include "algorithm/mul.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/multiplication.hpp"

namespace limbsmith::catalogue {

Operation whole_mul_lo() {
    return {.system = &NumberSystem::whole(),
            .section = Section::products,
            .rank = 3,
            .name = "mul_lo",
            .summary = "low limbs of the product",
            .functions =
                [](const Spec& spec) {
                    return multiplication(
                        spec,
                        [=](MulChoice mul) { return algorithm::mul_lo(spec.width, plan::product(mul)); },
                        product_source);
                },
            .over_lanes = with_tile(over_lanes(algorithm::group::mul_lo), "a*b")};
}

}  // namespace limbsmith::catalogue
