// limbsmith generate: the header, on stdout or in a file.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/proofs.hpp"
#include "emit/field_header.hpp"
#include "emit/header.hpp"
#include "plan/header_functions.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

struct Options {
    SpecOptions spec;
    std::string ops = "all", style = "inline", out;
    std::optional<std::string> name;
    std::vector<std::string> powers;
    bool unproved = false;

    Proofs proofs() const { return unproved ? Proofs::skipped : Proofs::required; }
};

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

template <class Spec>
using Print = std::string (*)(const Spec&, const std::vector<plan::Function>&);

// The header by `print`, of functions that were proved unless proofs are skipped.
template <class Spec>
std::string printed(Spec spec, Proofs wanted, Print<Spec> print) {
    spec.proofs = wanted;
    const std::vector<plan::Function> functions = plan::header_functions(spec);
    if (wanted == Proofs::required) {
        proof::Cache proofs(proof::cache_folder());
        require_proofs(functions, proofs);
    }
    return print(spec, functions);
}

std::string width_header(const Options& options) {
    if (!options.powers.empty()) throw usage_error("--power goes with --modulus");
    options.spec.width();  // for what it throws
    return printed(options.spec.spec(options.ops, parse_style(options.style), options.name), options.proofs(),
                   emit::header);
}

std::string modulus_header(const Options& options) {
    options.spec.parsed_modulus();  // for what it throws
    if (parse_style(options.style) == Style::macro) {
        throw unsupported("--style macro is not supported with --modulus; the nearest is --style inline");
    }
    FieldSpec spec = options.spec.field_spec(options.ops, options.name);
    spec.powers = parsed_powers(options);
    return printed(std::move(spec), options.proofs(), emit::field_header);
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
    command->add_flag("--unproved", options->unproved,
                      "print the header without a proof of its functions, and say so in its banner");
    command->add_option("-o,--output", options->out, "file to write; default: stdout")->type_name("FILE");
    command->footer(
        "Every straight-line function is proved against its contract, for every input, before the header is\n"
        "printed; exit code 4 where one is not. Proofs are kept in ~/.cache/limbsmith (or\n"
        "$XDG_CACHE_HOME/limbsmith); LIMBSMITH_PROOF_CACHE=DIR names another folder, off keeps none.");
    command->callback([options] { generate(*options); });
}

}  // namespace limbsmith::cli
