// r = a^exponent mod N
#include "algorithm/group/power.hpp"
#include "algorithm/loop/power.hpp"
#include "catalogue/field.hpp"
#include "catalogue/loop.hpp"
#include "plan/window.hpp"

namespace limbsmith::catalogue {

using ir::var;

namespace {

std::vector<std::string> powers_over_lanes(const Spec& spec, ir::Library& library) {
    using algorithm::group::Exponent;
    const loop::Residues modulo = residues(spec);
    std::vector<std::string> keys;
    for (const Exponent exponent : {Exponent::is_public, Exponent::is_secret}) {
        const int window = plan::window(spec.width, exponent == Exponent::is_secret);
        keys.push_back(add(library, algorithm::group::power(modulo, exponent, window, library)));
        keys.push_back(add(library, algorithm::group::power_of_number(modulo, exponent, window, library),
                           keys.back() + "_number"));
    }
    return keys;
}

}  // namespace

Operation field_pow() {
    return {.domain = Domain::modular,
            .section = Section::powers,
            .rank = 1,
            .name = "pow",
            .summary = "power; pow_secret takes the same steps for every exponent",
            .meaning =
                [](const Spec& spec) {
                    return of_residues(spec, "pow", {"a", "exponent"},
                                       power(var("a"), var("exponent"), modulus_of(spec)));
                },
            .needs =
                [](const Spec&) {
                    return std::vector<std::string_view>{"mul", "sqr", "select"};
                },
            .loops =
                [](const Spec& spec, ir::Library& library) {
                    const loop::Residues modulo = residues(spec);
                    std::vector<std::string> keys{add(library, loop::power(modulo, library)),
                                                  add(library, loop::secret_power(modulo, library))};
                    for (const std::string name : {"pow", "pow_secret"})
                        keys.push_back(
                            add(library, loop::power_of_number(modulo, name, library), name + "_number"));
                    return keys;
                },
            .batch_loop = "pow_number",
            .over_lanes = {.needs = {"mul", "sqr", "select"}, .routines = powers_over_lanes}};
}

}  // namespace limbsmith::catalogue
