// r = floor(a·b / 2^(32·limbs))
#include "algorithm/group/whole.hpp"
#include "algorithm/mul.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/multiplication.hpp"

namespace limbsmith::catalogue {

Operation whole_mul_hi() {
    return {.system = &NumberSystem::whole(),
            .section = Section::products,
            .rank = 4,
            .name = "mul_hi",
            .summary = "high limbs of the product",
            .functions =
                [](const Spec& spec) {
                    return multiplication(
                        spec,
                        [=](MulChoice mul) { return algorithm::mul_hi(spec.width, plan::product(mul)); },
                        product_source);
                },
            .over_lanes = over_lanes(algorithm::group::mul_hi)};
}

}  // namespace limbsmith::catalogue
