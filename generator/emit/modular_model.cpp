#include "emit/modular_model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catalogue/catalogue.hpp"
#include "plan/field.hpp"
#include "plan/inverse.hpp"
#include "plan/power_chain.hpp"
#include "spec/representations.hpp"
#include "spec/solinas.hpp"

namespace limbsmith::emit {
namespace {

Json limbs_of(const mpz_class& x, int count) {
    Json limbs = Json::array();
    for (int i = 0; i < count; ++i) limbs.push_back(fmt::format("0x{:x}", limb_of(x, i)));
    return limbs;
}

// The steps of the addition chain of a power (plan/power_chain.hpp).
Json chain_model(const mpz_class& exponent) {
    const std::vector<plan::PowerStep> chain = plan::power_chain(exponent);
    Json steps = Json::array();
    for (const plan::PowerStep& step : chain) {
        steps.push_back({{"base", step.base}, {"squarings", step.squarings}, {"factor", step.factor}});
    }
    return {{"steps", steps}, {"multiplications", plan::multiplications(chain)}};
}

// The parameters of the loop of the inverse by divsteps. The caller adds its parts.
Json divsteps_model(const Spec& spec) {
    const plan::DivstepsInverse inverse = plan::divsteps_inverse(spec);
    return {{"batches", inverse.batches},
            {"digits", inverse.digits},
            {"digit_bits", digit_bits},
            {"parts", Json::array()}};
}

// The parameters of Tonelli and Shanks for prime N, N - 1 = 2^s·q with odd q: s, the chain of (q-1)/2, and
// z^q as an elem, z the least non-residue.
Json square_root(const Spec& spec) {
    const mpz_class& n = spec.modulus->n();
    const mp_bitcnt_t s = mpz_scan1(mpz_class(n - 1).get_mpz_t(), 0);
    const mpz_class q = (n - 1) >> s, half = (q - 1) / 2;
    mpz_class z = 2, root;
    while (mpz_jacobi(z.get_mpz_t(), n.get_mpz_t()) != -1) ++z;
    mpz_powm(root.get_mpz_t(), z.get_mpz_t(), q.get_mpz_t(), n.get_mpz_t());
    if (spec.reduction == Reduction::montgomery) root = root * spec.modulus->R() % n;
    Json model = {{"s", s}, {"root_limbs", limbs_of(root, spec.modulus->limbs())}, {"is_one", half == 0}};
    if (half != 0) model["chain"] = chain_model(half);
    return model;
}

// The constants of a Solinas reduction: N, and the signed powers of two of 2^exponent/N.
Json solinas_model(const Modulus& modulus) {
    const mpz_class t_max = (modulus.n() - 1) * (modulus.n() - 1);
    const SolinasPlan plan = solinas_plan(modulus, t_max).value();
    Json factors = Json::array();
    for (const SignedPowers& factor : plan.reciprocal) factors.push_back(to_string(factor));
    return {{"modulus", to_string(plan.modulus)},
            {"exponent", plan.modulus.front().exponent},
            {"reciprocal", factors}};
}

// The constants that follow from N. `one` is 1 as an elem.
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

Json inverse_model(const Spec& spec) {
    const bool is_divsteps = plan::inverse_method(spec) == InverseChoice::divsteps;
    Json model = is_divsteps ? divsteps_model(spec) : chain_model(spec.modulus->n_minus_2());
    model["is_divsteps"] = is_divsteps;
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
        {"powers", Json::array()},
    };
    if (modulus.is_known()) model.update(constants(spec));
    for (const ConstantPower& power : spec.powers) {
        model["powers"].push_back(
            {{"name", power.name}, {"exponent", power.expression}, {"chain", chain_model(power.exponent)}});
    }
    const std::vector<const catalogue::Operation*> ops = catalogue::closure(spec);
    const auto has = [&](std::string_view name) {
        return std::ranges::find(ops, name, [](auto* op) { return op->name; }) != ops.end();
    };
    if (has("inv")) model["inverse"] = inverse_model(spec);
    if (has("legendre")) model["legendre"] = chain_model((modulus.n() - 1) / 2);
    if (has("sqrt")) model["sqrt"] = square_root(spec);
    return model;
}

}  // namespace limbsmith::emit
