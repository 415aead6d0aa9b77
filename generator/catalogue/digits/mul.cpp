// r = a·b
#include "algorithm/digit/product.hpp"
#include "algorithm/group/digits.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation digits_mul() {
    return {.system = &NumberSystem::digits(),
            .section = Section::products,
            .rank = 1,
            .name = "mul",
            .summary = "exact product",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::digit::mul(*spec.digits), "columns",
                                    "columns of products, balanced rests (Otsokov, Magomedov 2021)");
                },
            .why_not =
                [](const Spec& spec) {
                    return is_over_lanes(spec) ? algorithm::digit::why_no_product_over_lanes(*spec.digits)
                                               : algorithm::digit::why_no_product(*spec.digits);
                },
            .limb_products = [](const Spec& spec) { return 1.0 * spec.width.limbs() * spec.width.limbs(); },
            .over_lanes = over_lanes(algorithm::group::digits_mul)};
}

}  // namespace limbsmith::catalogue
