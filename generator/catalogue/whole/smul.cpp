// r = a·b in two's complement
#include "algorithm/group/whole.hpp"
#include "algorithm/mul.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/multiplication.hpp"

namespace limbsmith::catalogue {

Operation whole_smul() {
    return {.system = &NumberSystem::whole(),
            .section = Section::products,
            .rank = 5,
            .name = "smul",
            .summary = "product as two's complement",
            .functions =
                [](const Spec& spec) {
                    return multiplication(
                        spec, [=](MulChoice mul) { return algorithm::smul(spec.width, plan::product(mul)); },
                        product_source);
                },
            .over_lanes = over_lanes(algorithm::group::smul)};
}

}  // namespace limbsmith::catalogue
