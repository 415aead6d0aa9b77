// r = the bits of a up to its highest one: 0 for 0
#include "algorithm/bit_length.hpp"

#include "algorithm/group/shift.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

Operation whole_bit_length() {
    return {.system = &NumberSystem::whole(),
            .section = Section::comparisons,
            .rank = 9,
            .name = "bit_length",
            .summary = "bits up to the highest one, 0 for 0, without a branch",
            .functions =
                [](const Spec& spec) {
                    return straight(
                        algorithm::bit_length(spec.width), "binary search",
                        "the highest limb that is not zero, then a binary search for its highest bit");
                },
            .over_lanes = over_lanes(algorithm::group::bit_length)};
}

}  // namespace limbsmith::catalogue
