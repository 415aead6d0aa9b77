// Powers modulo N as operations: see field.hpp.
#include "algorithm/loop/power.hpp"
#include "catalogue/field.hpp"
#include "catalogue/loop.hpp"
#include "plan/window.hpp"

namespace limbsmith::catalogue {

using algorithm::group::Exponent, ir::var;

Operation power_of_residue(Exponent exponent) {
    const bool is_secret = exponent == Exponent::is_secret;
    const std::string name = is_secret ? "pow_secret" : "pow";
    std::vector<std::string_view> needs{"mul", "sqr"};
    if (is_secret) needs.emplace_back("select");
    const auto meaning = [name](const Spec& spec) {
        return of_residues(spec, name, {"a", "exponent"}, power(var("a"), var("exponent"), modulus_of(spec)));
    };
    const auto loops = [=](const Spec& spec, ir::Library& library) {
        const loop::Residues modulo = residues(spec);
        const std::string key =
            add(library, is_secret ? loop::secret_power(modulo, library) : loop::power(modulo, library));
        return std::vector{key, add(library, loop::power_of_number(modulo, name, library), name + "_number")};
    };
    const auto over_lanes = [=](const Spec& spec, ir::Library& library) {
        namespace group = algorithm::group;
        const loop::Residues modulo = residues(spec);
        const int window = plan::window(spec.width, is_secret);
        const std::string key = add(library, group::power(modulo, exponent, window, library));
        return std::vector{
            key, add(library, group::power_of_number(modulo, exponent, window, library), key + "_number")};
    };
    return {
        .system = &NumberSystem::residues(),
        .section = Section::powers,
        .rank = 1,
        .name = is_secret ? "pow_secret" : "pow",
        .summary = is_secret ? "power, by the same steps for every exponent" : "power, of a public exponent",
        .meaning = meaning,
        .needs = [needs](const Spec&) { return needs; },
        .loops = loops,
        .batch_loop = is_secret ? "pow_secret_number" : "pow_number",
        .over_lanes = {
            .needs = needs,
            .routines = over_lanes,
            .of_one_modulus = is_secret ? std::nullopt : std::optional(algorithm::tensor::Batched::pow)}};
}

}  // namespace limbsmith::catalogue
