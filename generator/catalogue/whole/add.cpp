// r = a + b mod 2^(32·limbs), and with the carry-out
#include "algorithm/add_sub.hpp"
#include "algorithm/group/whole.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

using algorithm::FlagOut;

Operation whole_add() {
    return {.system = &NumberSystem::whole(),
            .section = Section::sums,
            .rank = 1,
            .name = "add",
            .summary = "sum, with and without carry out",
            .functions =
                [](const Spec& spec) {
                    std::vector<Function> both;
                    for (FlagOut carry : {FlagOut::no, FlagOut::yes})
                        both.push_back({algorithm::add(spec.width, carry), "carry chain",
                                        "carry chain (HAC, algorithm 14.7)"});
                    return both;
                },
            .meaning =
                [](const Spec& spec) {
                    // at a full width the sum may exceed the limbs, so the batch has the carry too
                    return algorithm::add(spec.width, spec.width.is_full() ? FlagOut::yes : FlagOut::no);
                },
            .has_exact_sum = true,
            .over_lanes = over_lanes(algorithm::group::add, "add+carry", FlagOut::yes)};
}

}  // namespace limbsmith::catalogue
