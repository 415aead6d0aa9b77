#include "catalogue/loops.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catalogue/catalogue.hpp"
#include "plan/inverse.hpp"
#include "plan/power_chain.hpp"
#include "spec/divsteps.hpp"

namespace limbsmith::catalogue {
namespace {

std::string divsteps_bound(int batches) {
    return fmt::format(
        "{} batches of 30 divsteps: theorem DIVSTEP_ENDTOEND_BITS_SIMPLE of HOL Light (Bernstein, Harrison, "
        "2023)",
        batches);
}

// The bound of a^exponent by an addition chain.
std::string chain_bound(const mpz_class& exponent) {
    return fmt::format("an addition chain: {} multiplications and squarings",
                       plan::multiplications(plan::power_chain(exponent)));
}

Loop inverse_loop(const Spec& spec) {
    if (plan::inverse_method(spec) == InverseChoice::fermat)
        return {"inv", {"mul", "sqr", "is_zero"}, "a^(N-2), " + chain_bound(spec.modulus->n_minus_2())};
    const plan::DivstepsInverse inverse = plan::divsteps_inverse(spec);
    Loop loop{"inv", {}, divsteps_bound(inverse.batches)};
    for (const ir::Program& part : inverse.programs) loop.calls.push_back(part.name);
    return loop;
}

Loop batch_inverse_loop(const Modulus& modulus) {
    if (!modulus.is_prime()) return {"batch_inv", {"inv"}, "one inverse a number"};
    return {"batch_inv",
            {"inv", "mul", "is_zero", "select"},
            "one step a number, there and back (Montgomery's trick, 1987)"};
}

// Requires prime N. N - 1 = 2^s·q with odd q.
Loop square_root_loop(const mpz_class& n) {
    const mp_bitcnt_t s = mpz_scan1(mpz_class(n - 1).get_mpz_t(), 0);
    const mpz_class half = ((n - 1) >> s) / 2;  // (q - 1)/2
    std::string bound = fmt::format("Tonelli and Shanks (RFC 9380, appendix I.4) with s = {}", s);
    if (half > 0) bound += " after " + chain_bound(half);
    return {"sqrt", {"mul", "sqr", "eq", "select"}, std::move(bound)};
}

std::vector<Loop> whole_loops(const Spec& spec) {
    std::vector<Loop> loops;
    for (const std::string& name : spec.ops) {
        const Operation& asked = operation(spec, name);
        if (!asked.is_loop) continue;
        Loop& loop = loops.emplace_back(Loop{name, {}, {}});
        for (const Function& part : functions(asked, spec)) loop.calls.push_back(part.program.name);
        for (const std::string_view called : asked.needs(spec)) loop.calls.emplace_back(called);
        loop.bound = name == "gcd" ? divsteps_bound(gcd_batches(spec.width))
                                   : "a step for each limb that the quotient can have (HAC, algorithm 14.20)";
    }
    return loops;
}

std::vector<Loop> modular_loops(const Spec& spec) {
    const Modulus& modulus = *spec.modulus;
    const std::vector<const Operation*> ops = closure(spec);
    const auto has = [&](std::string_view name) {
        return std::ranges::find(ops, name, [](const Operation* op) { return op->name; }) != ops.end();
    };
    std::vector<Loop> loops;
    if (!modulus.is_known()) {
        loops.push_back({"make_modulus",
                         {"n0inv", "dbl"},
                         fmt::format("{} doublings for each constant", modulus.width().container_bits())});
    }
    if (has("from_bytes")) loops.push_back({"from_bytes", {"is_canonical"}, "one step a byte"});
    if (has("pow")) {
        for (const char* name : {"pow", "pow_secret"}) {
            loops.push_back({name, {"mul", "sqr"}, "8 digits a word of the exponent (HAC, algorithm 14.82)"});
        }
        loops.back().calls.emplace_back("select");
    }
    for (const ConstantPower& power : spec.powers)
        loops.push_back({"pow_" + power.name, {"mul", "sqr"}, chain_bound(power.exponent)});
    if (has("inv")) loops.push_back(inverse_loop(spec));
    if (has("batch_inv")) loops.push_back(batch_inverse_loop(modulus));
    if (has("legendre")) {
        loops.push_back({"legendre", {"mul", "sqr", "eq", "is_zero"}, chain_bound((modulus.n() - 1) / 2)});
    }
    if (has("sqrt")) loops.push_back(square_root_loop(modulus.n()));
    return loops;
}

}  // namespace

std::vector<Loop> loops(const Spec& spec) {
    return spec.is_modular() ? modular_loops(spec) : whole_loops(spec);
}

}  // namespace limbsmith::catalogue
