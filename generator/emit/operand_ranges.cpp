#include "emit/operand_ranges.hpp"

#include <fmt/format.h>
#include <gmpxx.h>

#include <algorithm>
#include <vector>

#include "eval/contract_value.hpp"
#include "spec/modulus.hpp"

namespace limbsmith::emit {
namespace {

// A limit: factor·base, or only the factor if base is null.
struct Limit {
    mpz_class factor;
    const ir::Input* base = nullptr;
};

// The limit of a bound. Its factor is found by evaluation with one input 1 and the others 0; a limit that is
// a number, with all inputs 0.
Limit limit_of(const ir::Program& program, const ir::Bound& bound) {
    eval::Evaluator below(*bound.below, eval::names(program));
    std::vector<mpz_class> values(program.inputs.size());
    const mpz_class alone = below(values);
    for (size_t i = 0; i < values.size(); ++i) {
        values[i] = 1;
        const mpz_class factor = below(values);
        if (factor != alone) return {factor, &program.inputs[i]};
        values[i] = 0;
    }
    return {alone};
}

bool is_power_of_two(const mpz_class& x) { return mpz_popcount(x.get_mpz_t()) == 1; }

// Arguments `base, factor, shift` for 2^shift·factor·base.
std::string multiple(const std::string& base, mpz_class factor) {
    const mp_bitcnt_t shift = mpz_scan1(factor.get_mpz_t(), 0);
    factor >>= shift;
    if (factor == 1 && shift == 0) return base;
    return fmt::format("{}, {}u, {}", base, factor.get_str(), shift);
}

// The literal of x in the type of the operand.
std::string literal(const mpz_class& x, const std::string& type, size_t words) {
    std::string limbs;
    for (size_t i = 0; i < words; ++i)
        limbs += fmt::format("{}{:#x}u", i ? ", " : "", limb_of(x, static_cast<int>(i)));
    return fmt::format("{}{{{{{}}}}}", type, limbs);
}

std::string text(const Limit& limit, const ModulusText& modulus, bool holds_modulus, const Json& operand) {
    const auto number = [&](const mpz_class& x) {
        if (is_power_of_two(x)) return std::to_string(mpz_scan1(x.get_mpz_t(), 0));
        if (modulus.value != 0 && !modulus.known.empty() && x % modulus.value == 0)
            return multiple(modulus.known, x / modulus.value);
        return literal(x, operand["type"], operand["words"]);
    };
    if (!limit.base) return number(limit.factor);
    if (!limit.base->representation.is_member()) return multiple(limit.base->name, limit.factor);
    return holds_modulus ? multiple("op.m." + limit.base->name, limit.factor)
                         : number(limit.factor * modulus.value);
}

}  // namespace

Json operand_ranges(const ir::Program& program, const ModulusText& modulus, bool holds_modulus) {
    Json limiting = Json::array(), limited = Json::array();
    const Json operands = signature_model(program, inline_surface(program))["inputs"];
    const auto& bounds = program.contract.requires_;
    for (const ir::Input& input : program.inputs) {
        if (input.representation.is_member()) continue;
        const auto limit_on = [&](const ir::Input& other) {
            if (other.representation.is_count()) return Limit{mpz_class(1) << ir::drawn_count_bits};
            return limit_of(program, *std::ranges::find(bounds, other.name, &ir::Bound::name));
        };
        const bool is_limiting = std::ranges::any_of(program.inputs, [&](const ir::Input& other) {
            return !other.representation.is_member() && limit_on(other).base == &input;
        });
        const auto operand = std::ranges::find_if(
            operands, [&](const Json& operand) { return operand["name"] == input.name; });
        (is_limiting ? limiting : limited)
            .push_back({{"name", input.name},
                        {"function", is_limiting ? "positive" : "below"},
                        {"limit", text(limit_on(input), modulus, holds_modulus, *operand)}});
    }
    limiting.insert(limiting.end(), limited.begin(), limited.end());
    return limiting;
}

}  // namespace limbsmith::emit
