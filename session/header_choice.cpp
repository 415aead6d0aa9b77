#include "session/header_choice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "spec/error.hpp"

namespace limbsmith::session {
namespace {

std::vector<ConstantPower> parsed_powers(const std::vector<std::string>& all) {
    std::vector<ConstantPower> powers;
    for (const std::string& text : all) {
        powers.push_back(parse_power(text));
        const auto same = [&](const ConstantPower& other) { return other.name == powers.back().name; };
        if (std::ranges::count_if(powers, same) > 1) {
            throw usage_error(fmt::format("--power: two powers are called '{}'", powers.back().name));
        }
    }
    return powers;
}

}  // namespace

Spec HeaderChoice::of(const Request& request, const Make& make) const {
    const Style parsed_style = parse_style(style);
    std::vector<ConstantPower> parsed = parsed_powers(powers);
    if (!request.has_modulus()) {
        request.width();  // throws if --bits is missing or wrong, before other errors
        if (!parsed.empty()) throw usage_error("--power goes with --modulus");
    } else {
        request.parsed_modulus();
        if (parsed_style == Style::macro)
            throw unsupported("--style macro is not supported with --modulus; the nearest is --style inline");
    }
    Spec made = make(ops, parsed_style, name);
    made.powers = std::move(parsed);
    made.proofs = proofs();
    return made;
}

}  // namespace limbsmith::session
