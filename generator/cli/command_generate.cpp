// limbsmith generate: prints a header, or kernels around it, to stdout or a file.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "cli/all_lengths.hpp"
#include "cli/command.hpp"
#include "cli/header_options.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "engine/engine.hpp"
#include "spec/error.hpp"
#include "spec/namespaces.hpp"

namespace limbsmith::cli {
namespace {

struct Options : HeaderOptions {
    std::string out = "-";
    std::optional<std::string> kernels, header;
};

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
    output.write(kernels ? printed_device_source(*kernels, options) : printed(options.parsed(), options));
}

}  // namespace

void add_generate(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("generate", "write a self-contained CUDA/C++ header for a width or a modulus");
    options->add_to(*command);
    options->spec.add_batch(*command);
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
    command->add_option("-o,--output", options->out, "file to write; default: stdout")->type_name("FILE");
    command->footer(
        "Before it prints, generate proves the program of each straight-line function: the result is right\n"
        "for every input that the contract allows. It then reads the header back and compares all of it "
        "with\n"
        "these programs and with the descriptions of the loops. If a function is not proved or a line\n"
        "differs, generate prints nothing and ends with exit code 4. Kernels are tested, not proved; "
        "`verify`\n"
        "says which descriptions of loops are proved. Proofs are kept in ~/.cache/limbsmith\n"
        "(`limbsmith cache --help`).\n"
        "Example: limbsmith generate --modulus '2^255-19' --name fe25519 -o fe25519.cuh");
    command->callback([options] { generate(*options); });
}

}  // namespace limbsmith::cli
