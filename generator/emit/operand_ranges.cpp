#include "emit/operand_ranges.hpp"

#include <fmt/format.h>
#include <gmpxx.h>

#include <algorithm>

#include "spec/modulus.hpp"

namespace limbsmith::emit {
namespace {

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

std::string text(const OperandRange& range, const ModulusText& modulus, bool holds_modulus,
                 const Json& operand) {
    const auto number = [&](const mpz_class& x) {
        if (is_power_of_two(x)) return std::to_string(mpz_scan1(x.get_mpz_t(), 0));
        if (modulus.value != 0 && !modulus.known.empty() && x % modulus.value == 0)
            return multiple(modulus.known, x / modulus.value);
        return literal(x, operand["type"], operand["words"]);
    };
    if (range.which == OperandRange::Which::digits)
        return fmt::format("{}u{}", range.factor.get_ui(), range.used ? fmt::format(", {}", range.used) : "");
    if (range.base.empty()) return number(range.factor);
    if (!range.is_base_modulus) return multiple(range.base, range.factor);
    return holds_modulus ? multiple("op.m." + range.base, range.factor)
                         : number(range.factor * modulus.value);
}

const char* function(OperandRange::Which which) {
    switch (which) {
        case OperandRange::Which::positive: return "positive";
        case OperandRange::Which::odd: return "odd";
        case OperandRange::Which::digits: return "digits";
        case OperandRange::Which::all: break;
    }
    return "below";
}

}  // namespace

Json ranges_model(const std::vector<OperandRange>& ranges, const ir::Program& program,
                  const ModulusText& modulus, bool holds_modulus) {
    Json made = Json::array();
    const Json operands = signature_model(program, inline_surface(program))["inputs"];
    for (const OperandRange& range : ranges) {
        const auto operand = std::ranges::find_if(
            operands, [&](const Json& operand) { return operand["name"] == range.name; });
        made.push_back({{"name", range.name},
                        {"function", function(range.which)},
                        {"limit", text(range, modulus, holds_modulus, *operand)}});
    }
    return made;
}

}  // namespace limbsmith::emit
