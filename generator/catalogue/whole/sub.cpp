// r = a - b mod 2^(32·limbs), and with the borrow-out
#include "algorithm/add_sub.hpp"
#include "algorithm/group/whole.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"

namespace limbsmith::catalogue {

using algorithm::FlagOut;

Operation whole_sub() {
    return {.system = &NumberSystem::whole(),
            .section = Section::sums,
            .rank = 2,
            .name = "sub",
            .summary = "difference, with and without borrow out",
            .functions =
                [](const Spec& spec) {
                    std::vector<Function> both;
                    for (FlagOut borrow : {FlagOut::no, FlagOut::yes})
                        both.push_back({algorithm::sub(spec.width, borrow), "carry chain",
                                        "borrow chain (HAC, algorithm 14.9)"});
                    return both;
                },
            .over_lanes = over_lanes(algorithm::group::sub, "sub+borrow", FlagOut::no)};
}

}  // namespace limbsmith::catalogue
