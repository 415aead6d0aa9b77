#include "emit/modular_model.hpp"

#include <fmt/format.h>

#include "plan/field.hpp"
#include "spec/representations.hpp"
#include "spec/solinas.hpp"

namespace limbsmith::emit {
namespace {

Json limbs_of(const mpz_class& x, int count) {
    Json limbs = Json::array();
    for (int i = 0; i < count; ++i) limbs.push_back(fmt::format("0x{:x}", limb_of(x, i)));
    return limbs;
}

// What a Solinas reduction adds and subtracts: N, and the factors of 2^exponent/N.
Json solinas_model(const Modulus& modulus) {
    const mpz_class t_max = (modulus.n() - 1) * (modulus.n() - 1);
    const SolinasPlan plan = solinas_plan(modulus, t_max).value();
    Json factors = Json::array();
    for (const SignedPowers& factor : plan.reciprocal) factors.push_back(to_string(factor));
    return {{"modulus", to_string(plan.modulus)},
            {"exponent", plan.modulus.front().exponent},
            {"reciprocal", factors}};
}

// What follows from N; `one` is 1 as an elem.
Json constants(const Spec& spec) {
    const Modulus& modulus = *spec.modulus;
    const auto hex = [](const mpz_class& x) { return "0x" + x.get_str(16); };
    Json model = {
        {"modulus", hex(modulus.n())},
        {"fold", hex(modulus.r1())},
        {"r1", hex(modulus.r1())},
        {"r2", hex(modulus.r2())},
        {"n_limbs", limbs_of(modulus.n(), modulus.limbs())},
        {"one_limbs", limbs_of(spec.is_montgomery() ? modulus.r1() : mpz_class(1), modulus.limbs())},
    };
    if (modulus.is_odd()) model["n0inv"] = fmt::format("0x{:x}", modulus.n0inv());
    const bool is_solinas =
        spec.reduction == Reduction::special && plan::special_form(modulus) == SpecialForm::solinas;
    model["solinas"] = is_solinas ? solinas_model(modulus) : Json(false);
    return model;
}

}  // namespace

Json modular_model(const Spec& spec) {
    const Modulus& modulus = *spec.modulus;
    Json model = {
        {"is_runtime", spec.is_runtime()},
        {"is_prime", modulus.is_prime()},
        {"bytes", (modulus.bits() + 7) / 8},
        {"reduction", to_string(spec.reduction)},
        {"lazy_limit", lazy_limit(modulus, spec.reduction).get_ui()},
        {"digit_bits", digit_bits},
    };
    if (modulus.is_known()) model.update(constants(spec));
    return model;
}

}  // namespace limbsmith::emit
