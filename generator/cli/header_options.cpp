#include "cli/header_options.hpp"

namespace limbsmith::cli {
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
    return of(spec,
              [this](const auto& all, Style as, const auto& called) { return spec.spec(all, as, called); });
}

}  // namespace limbsmith::cli
