// limbsmith generate: the header, on stdout or in a file.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <optional>
#include <vector>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "emit/field_header.hpp"
#include "emit/header.hpp"
#include "plan/reduction.hpp"
#include "spec/error.hpp"
#include "spec/field_spec.hpp"

namespace limbsmith::cli {
namespace {

struct Options {
    SpecOptions spec;
    std::string ops = "all", style = "inline", out;
    std::optional<std::string> name;
    std::vector<std::string> powers;
};

std::string width_header(const Options& options) {
    if (!options.powers.empty()) throw usage_error("--power goes with --modulus");
    Spec spec;
    spec.width = options.spec.width();
    spec.style = parse_style(options.style);
    spec.ops = parse_operations(options.ops, spec.style);
    spec.mul = options.spec.algorithm();
    spec.name = options.name ? parse_name(*options.name) : default_name(spec.width);
    return emit::header(spec);
}

std::vector<ConstantPower> parsed_powers(const Options& options) {
    std::vector<ConstantPower> powers;
    for (const std::string& text : options.powers) {
        powers.push_back(parse_power(text));
        const auto same = [&](const ConstantPower& other) { return other.name == powers.back().name; };
        if (std::ranges::count_if(powers, same) > 1) {
            throw usage_error(fmt::format("--power: two powers are called '{}'", powers.back().name));
        }
    }
    return powers;
}

std::string modulus_header(const Options& options) {
    const Modulus modulus = options.spec.parsed_modulus();
    const Reduction reduction = options.spec.parsed_reduction(modulus);
    if (parse_style(options.style) == Style::macro) {
        throw unsupported("--style macro is not supported with --modulus; the nearest is --style inline");
    }
    // without white space, so that nothing can leave the comment that quotes it
    std::string expression = options.spec.modulus;
    std::erase_if(expression, [](unsigned char c) { return std::isspace(c) != 0; });
    return emit::field_header(
        {modulus, expression, parse_field_operations(options.ops, modulus, reduction),
         options.spec.algorithm(),
         options.name ? parse_name(*options.name) : default_field_name(modulus, expression), reduction,
         reduction == plan::cheapest_reduction(modulus), options.spec.parsed_inverse(modulus),
         parsed_powers(options)});
}

void generate(const Options& options) {
    Output output(options.out);
    output.write(options.spec.has_modulus() ? modulus_header(options) : width_header(options));
}

}  // namespace

void add_generate(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("generate", "write a self-contained CUDA/C++ header for a width or a modulus");
    options->spec.add_to(*command);
    command->add_option("--ops", options->ops, "operations, separated by commas (see `limbsmith list`)")
        ->type_name("LIST")
        ->capture_default_str();
    command
        ->add_option("--style", options->style,
                     "inline: functions on structs; macro: NAME_loc and NAME_glo on arrays")
        ->type_name("STYLE")
        ->capture_default_str();
    command
        ->add_option("--power", options->powers,
                     "with --modulus: also a function pow_NAME with this constant exponent; may be repeated")
        ->type_name("NAME=EXPONENT")
        ->allow_extra_args(false);
    command
        ->add_option("--name", options->name, "namespace of the header; default: from the width or modulus")
        ->type_name("NAME");
    command->add_option("-o,--output", options->out, "file to write; default: stdout")->type_name("FILE");
    command->callback([options] { generate(*options); });
}

}  // namespace limbsmith::cli
