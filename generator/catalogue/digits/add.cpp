// r = a + b, with and without the transfer out of the top digit
#include "algorithm/digit/signed_digits.hpp"
#include "algorithm/group/digits.hpp"
#include "catalogue/lanes.hpp"

namespace limbsmith::catalogue {

using algorithm::FlagOut;

Operation digits_add() {
    return {.system = &NumberSystem::digits(),
            .section = Section::sums,
            .rank = 1,
            .name = "add",
            .summary = "sum in two steps, with and without transfer out",
            .functions =
                [](const Spec& spec) {
                    std::vector<Function> both;
                    for (FlagOut carry : {FlagOut::no, FlagOut::yes})
                        both.push_back({algorithm::digit::add(*spec.digits, carry), "transfers",
                                        "one transfer a digit (Avizienis 1961)"});
                    return both;
                },
            .meaning = [](const Spec& spec) { return algorithm::digit::add(*spec.digits, FlagOut::yes); },
            .has_exact_sum = true,
            .over_lanes = over_lanes(algorithm::group::digits_add, "add+carry", FlagOut::yes)};
}

}  // namespace limbsmith::catalogue
