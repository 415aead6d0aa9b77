#include "catalogue/lane_division.hpp"

#include "algorithm/group/division.hpp"
#include "catalogue/loop.hpp"

namespace limbsmith::catalogue {

std::vector<std::string_view> division_parts() {
    return {"up_by_limb",     "add_multiple",   "add_back",       "opposite",    "at_least_one",
            "highest1",       "highest2",       "highest3",       "choose",      "most",
            "normalized",     "quotient_digit", "subtract_digit", "divide_step", "divide",
            "align_dividend", "divide_positive"};
}

namespace {

template <class Builders>
std::vector<std::string> add_missing(const Builders& builders, const algorithm::group::Group& group,
                                     ir::Library& library) {
    std::vector<std::string> keys;
    for (auto* build : builders)
        if (ir::Routine it = build(group, library); !library.contains(it.name))
            keys.push_back(add(library, std::move(it)));
    return keys;
}

}  // namespace

std::vector<std::string> add_division(const algorithm::group::Group& group, ir::Library& library) {
    return add_missing(algorithm::group::division_routines(group), group, library);
}

std::vector<std::string> add_word_division(const algorithm::group::Group& group, ir::Library& library) {
    return add_missing(algorithm::group::word_division_routines(), group, library);
}

}  // namespace limbsmith::catalogue
