// r = a²
#include "algorithm/group/whole.hpp"
#include "algorithm/mul.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/multiplication.hpp"

namespace limbsmith::catalogue {

Operation whole_sqr() {
    return {.system = &NumberSystem::whole(),
            .section = Section::products,
            .rank = 2,
            .name = "sqr",
            .summary = "exact square",
            .functions =
                [](const Spec& spec) {
                    return multiplication(
                        spec, [=](MulChoice mul) { return algorithm::sqr(spec.width, plan::square(mul)); },
                        square_source);
                },
            .over_lanes = with_exact_tile(over_lanes(algorithm::group::sqr), "a*a")};
}

}  // namespace limbsmith::catalogue
