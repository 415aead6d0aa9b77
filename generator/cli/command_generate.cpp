// limbsmith generate: prints a header, or kernels around it, to stdout or a file.
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "cli/all_lengths.hpp"
#include "cli/command.hpp"
#include "cli/kernel_options.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "engine/engine.hpp"
#include "engine/kernels.hpp"

namespace limbsmith::cli {
namespace {

struct Options : KernelOptions {
    std::string out = "-";
};

// Returns the text of `print`, which tells the share of the proofs that is done.
std::string with_progress(const std::function<std::string(const std::function<void(double)>&)>& print) {
    Progress progress("proving");
    return print([&](double share) { progress.report(share); });
}

// The header, with functions proved unless proofs are skipped, or the kernels around it.
std::string printed(const Options& options) {
    const std::optional<Kernels> kernels = options.parsed_kernels();
    const Spec spec = options.parsed();
    if (kernels) return engine::kernels(spec, options.included(spec), *kernels);
    return with_progress([&](const auto& progress) { return engine::header(spec, {progress}); });
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
    Output output(options.out);
    output.write(kernels ? printed_device_source(*kernels, options) : printed(options));
}

}  // namespace

void add_generate(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("generate", "write a self-contained CUDA/C++ header for a width or a modulus");
    options->add_to(*command);
    options->spec.add_batch(*command);
    command->add_option("-o,--output", options->out, "file to write; default: stdout")->type_name("FILE");
    command->footer(
        "Before it prints, generate proves the program of each straight-line function: the result is right\n"
        "for every input that the contract allows. It then reads the header back and compares all of it "
        "with\n"
        "these programs and with the descriptions of the loops. If a function is not proved or a line\n"
        "differs, generate prints nothing and ends with exit code 4. Kernels are read back, too, and\n"
        "compared with the specification. `verify` says which descriptions of loops are proved. Proofs are\n"
        "kept in ~/.cache/limbsmith (`limbsmith cache --help`).\n"
        "Example: limbsmith generate --modulus '2^255-19' --name fe25519 -o fe25519.cuh");
    command->callback([options] { generate(*options); });
}

}  // namespace limbsmith::cli
