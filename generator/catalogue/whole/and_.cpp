// r = a & b
#include "algorithm/group/logic.hpp"
#include "algorithm/logic.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_and_() {
    return {.domain = Domain::whole,
            .section = Section::logic,
            .rank = 1,
            .name = "and_",
            .summary = "bitwise and",
            .functions =
                [](const Spec& spec) {
                    return straight(algorithm::bit_and(spec.width), "limbwise", "limb by limb");
                },
            .signs = Operation::Signs::either,
            .over_lanes = over_lanes(algorithm::group::bit_and)};
}

}  // namespace limbsmith::catalogue
