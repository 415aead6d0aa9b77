#include "cli/header_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "spec/error.hpp"

namespace limbsmith::cli {
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

void HeaderOptions::add_to(CLI::App& command) {
    spec.add_to(command);
    spec.add_expression(command);
    command.add_option("--ops", ops, "operations, separated by commas (see `limbsmith list`)")
        ->type_name("LIST")
        ->capture_default_str();
    command
        .add_option(
            "--style", style,
            "inline: functions on structs; macro: OP_loc and OP_glo on arrays, NAME_OP_loc with --name")
        ->type_name("STYLE")
        ->capture_default_str();
    command
        .add_option(
            "--power", powers,
            "with --modulus: add a function pow_NAME for this exponent of 2 or more, an expression like a "
            "modulus; may be repeated")
        ->type_name("NAME=EXPONENT")
        ->allow_extra_args(false);
    command
        .add_option(
            "--name", name,
            "namespace of the header, or prefix of its macros; default: a namespace made from the width or "
            "modulus, no prefix")
        ->type_name("NAME");
    command.add_flag("--unproved", unproved, "print the header without proofs; its banner says so");
}

Spec HeaderOptions::parsed() const {
    const Style parsed_style = parse_style(style);
    std::vector<ConstantPower> parsed = parsed_powers(powers);
    if (!spec.has_modulus()) {
        spec.width();  // throws if --bits is missing or wrong, before other errors
        if (!parsed.empty()) throw usage_error("--power goes with --modulus");
    } else {
        spec.parsed_modulus();
        if (parsed_style == Style::macro)
            throw unsupported("--style macro is not supported with --modulus; the nearest is --style inline");
    }
    Spec made = spec.spec(ops, parsed_style, name);
    made.powers = std::move(parsed);
    made.proofs = proofs();
    return made;
}

}  // namespace limbsmith::cli
