// r = a^exponent mod N
#include "algorithm/loop/power.hpp"
#include "catalogue/field.hpp"
#include "catalogue/loop.hpp"

namespace limbsmith::catalogue {

using ir::var;

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
            .batch_loop = "pow_number"};
}

}  // namespace limbsmith::catalogue
