#include "catalogue/lane_division.hpp"

#include "algorithm/group/division.hpp"
#include "catalogue/loop.hpp"

namespace limbsmith::catalogue {

std::vector<std::string_view> division_parts() {
    return {"up_by_limb", "add_multiple",   "add_back",       "opposite",    "at_least_one",
            "highest1",   "highest2",       "highest3",       "choose",      "most",
            "normalized", "quotient_digit", "subtract_digit", "divide_step", "divide"};
}

std::vector<std::string> add_division(const algorithm::group::Group& group, ir::Library& library) {
    std::vector<std::string> keys;
    for (auto* build : algorithm::group::division_routines(group))
        keys.push_back(add(library, build(group, library)));
    return keys;
}

}  // namespace limbsmith::catalogue
