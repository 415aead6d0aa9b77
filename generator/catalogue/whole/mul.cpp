// r = a·b
#include "algorithm/mul.hpp"

#include "algorithm/group/whole.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/multiplication.hpp"

namespace limbsmith::catalogue {

Operation whole_mul() {
    return {.system = &NumberSystem::whole(),
            .section = Section::products,
            .rank = 1,
            .name = "mul",
            .summary = "exact product",
            .functions =
                [](const Spec& spec) {
                    return multiplication(
                        spec, [=](MulChoice mul) { return algorithm::mul(spec.width, plan::product(mul)); },
                        product_source);
                },
            .limb_products = [](const Spec& spec) { return 1.0 * spec.width.limbs() * spec.width.limbs(); },
            .over_lanes = with_exact_tile(over_lanes(algorithm::group::mul), "a*b")};
}

}  // namespace limbsmith::catalogue
