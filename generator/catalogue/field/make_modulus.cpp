// fills in the modulus object for an odd n, n > 1
#include "algorithm/loop/make_modulus.hpp"

#include <algorithm>

#include "catalogue/field.hpp"
#include "catalogue/loop.hpp"

namespace limbsmith::catalogue {

Operation field_make_modulus() {
    return {.domain = Domain::modular,
            .section = Section::conversions,
            .rank = 7,
            .name = "make_modulus",
            .summary = "the constants for arithmetic modulo a number given at run time",
            .needs =
                [](const Spec&) {
                    return std::vector<std::string_view>{"dbl", "n0inv"};
                },
            .why_not =
                [](const Spec& spec) {
                    return spec.is_runtime() ? "" : "belongs to a modulus given at run time";
                },
            .is_basic = [](const Spec& spec) { return spec.is_runtime(); },
            .loops =
                [](const Spec& spec, ir::Library& library) {
                    const bool has_inverse = std::ranges::find(spec.ops, "inv") != spec.ops.end();
                    const auto start = has_inverse ? loop::InverseStart::yes : loop::InverseStart::no;
                    return std::vector{add(library, loop::make_modulus(residues(spec), start, library))};
                }};
}

}  // namespace limbsmith::catalogue
