// limbsmith generate: prints a header, or kernels around it, to stdout or a file.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "cli/all_lengths.hpp"
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "engine/engine.hpp"
#include "spec/error.hpp"
#include "spec/namespaces.hpp"

namespace limbsmith::cli {
namespace {

struct Options {
    SpecOptions spec;
    std::string ops = "all", style = "inline", out = "-";
    std::optional<std::string> name, kernels, header;
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

// Returns the text of `print`, which tells the share of the proofs that is done.
std::string with_progress(const std::function<std::string(const std::function<void(double)>&)>& print) {
    Progress progress("proving");
    return print([&](double share) { progress.report(share); });
}

// The header, with functions proved unless proofs are skipped, or the kernels around it.
std::string printed(const Spec& spec, const Options& options) {
    if (options.kernels) {
        return engine::kernels(spec, options.header.value_or(file_stem(spec.name) + ".cuh"),
                               emit::parse_kernels(*options.kernels));
    }
    return with_progress([&](const auto& progress) { return engine::header(spec, {progress}); });
}

// Refuses options that require --kernels, or exclude it. Throws usage_error, unsupported.
void check_kernels(const Options& options) {
    if (!options.kernels) {
        if (options.header) throw usage_error("--header goes with --kernels: a header includes no other");
        return;
    }
    if (options.kernels == "bench" && options.spec.modulus == "runtime") {
        throw unsupported(
            "--kernels bench is not supported with --modulus runtime; the nearest is a modulus that is "
            "known");
    }
    if (*options.kernels != "batch" && options.spec.number_width().mapping.is_group()) {
        throw unsupported(
            fmt::format("--kernels {} is not supported with several threads a number (--map); the nearest is "
                        "--kernels batch",
                        *options.kernels));
    }
    if (parse_style(options.style) == Style::macro) {
        throw unsupported("--kernels are not supported for --style macro; the nearest is --style inline");
    }
    if (options.header && options.header->find_first_of("\"\\\n\r") != std::string::npos)
        throw usage_error("--header: no name of a file to include");
}

Spec spec_of(const Options& options) {
    const Style style = parse_style(options.style);
    std::vector<ConstantPower> powers = parsed_powers(options);
    if (!options.spec.has_modulus()) {
        options.spec.width();  // throws if --bits is missing or wrong, before other errors
        if (!options.powers.empty()) throw usage_error("--power goes with --modulus");
    } else {
        options.spec.parsed_modulus();
        if (style == Style::macro)
            throw unsupported("--style macro is not supported with --modulus; the nearest is --style inline");
    }
    Spec spec = options.spec.spec(options.ops, style, options.name);
    spec.powers = std::move(powers);
    spec.proofs = options.proofs();
    return spec;
}

std::optional<catalogue::DeviceKernels> kernels_for_all_lengths(const Options& options) {
    return kernels_by_map(options.spec, {{!options.spec.bits.empty(), "--bits"},
                                         {options.ops != "all", "--ops"},
                                         {options.style != "inline", "--style"},
                                         {options.name.has_value(), "--name"},
                                         {options.kernels.has_value(), "--kernels"},
                                         {options.header.has_value(), "--header"},
                                         {!options.powers.empty(), "--power"}});
}

std::string printed_device_source(const catalogue::DeviceKernels& all, const Options& options) {
    return with_progress(
        [&](const auto& progress) { return engine::device_source(all, options.proofs(), {progress}); });
}

void generate(const Options& options) {
    const auto kernels = kernels_for_all_lengths(options);
    if (!kernels) check_kernels(options);
    Output output(options.out);
    output.write(kernels ? printed_device_source(*kernels, options) : printed(spec_of(options), options));
}

}  // namespace

void add_generate(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("generate", "write a self-contained CUDA/C++ header for a width or a modulus");
    options->spec.add_to(*command);
    options->spec.add_expression(*command);
    options->spec.add_batch(*command);
    command->add_option("--ops", options->ops, "operations, separated by commas (see `limbsmith list`)")
        ->type_name("LIST")
        ->capture_default_str();
    command
        ->add_option(
            "--style", options->style,
            "inline: functions on structs; macro: OP_loc and OP_glo on arrays, NAME_OP_loc with --name")
        ->type_name("STYLE")
        ->capture_default_str();
    command
        ->add_option(
            "--power", options->powers,
            "with --modulus: add a function pow_NAME for this exponent of 2 or more, an expression like a "
            "modulus; may be repeated")
        ->type_name("NAME=EXPONENT")
        ->allow_extra_args(false);
    command
        ->add_option(
            "--name", options->name,
            "namespace of the header, or prefix of its macros; default: a namespace made from the width or "
            "modulus, no prefix")
        ->type_name("NAME");
    command
        ->add_option(
            "--kernels", options->kernels,
            "print a CUDA source that includes the header, not the header: batch (kernels for "
            "limbsmith::apply, compiled ahead of time), bench (a program that times the operations), "
            "selftest (a program that compares a device with the host)")
        ->type_name("KIND");
    command
        ->add_option("--header", options->header, "with --kernels: the header to include; default: NAME.cuh")
        ->type_name("FILE");
    command->add_flag("--unproved", options->unproved, "print the header without proofs; its banner says so");
    command->add_option("-o,--output", options->out, "file to write; default: stdout")->type_name("FILE");
    command->footer(
        "Before it prints, generate proves the program of each straight-line function: the result is right\n"
        "for every input that the contract allows. It then reads the asm statements back and compares them\n"
        "with these programs. If one is not proved or differs, generate prints nothing and ends with exit\n"
        "code 4. The C++ around the statements, loops as they are printed, kernels, and the code for hosts\n"
        "are tested, not proved; `verify` says which descriptions of loops are proved. Proofs are kept in\n"
        "~/.cache/limbsmith (`limbsmith cache --help`).\n"
        "Example: limbsmith generate --modulus '2^255-19' --name fe25519 -o fe25519.cuh");
    command->callback([options] { generate(*options); });
}

}  // namespace limbsmith::cli
