// limbsmith check-header: compares delivered headers with the proved code of their specification.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/all_lengths.hpp"
#include "cli/command.hpp"
#include "cli/kernel_options.hpp"
#include "cli/progress.hpp"
#include "engine/engine.hpp"
#include "engine/kernels.hpp"
#include "files/whole_file.hpp"
#include "read/origin.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

struct Options {
    std::vector<std::string> files;
    std::optional<std::string> against;
    std::string proofs;
    bool share = false;
};

// No header has more; its printed text is below 5 MB.
constexpr uintmax_t most_bytes = 1 << 25;

// Throws usage_error, which does not name the file.
std::string text_of(const std::string& file) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) throw usage_error("no such file");
    if (!std::filesystem::is_regular_file(file, error)) throw usage_error("no file with a text");
    if (std::filesystem::file_size(file, error) > most_bytes)
        throw usage_error(fmt::format("more than {} MiB, too long for a header", most_bytes >> 20));
    return runtime::read_file(file);
}

// A command of generate, as text: a header, kernels around one that they include, or kernels on numbers of any length.
struct Asked {
    std::optional<catalogue::DeviceKernels> on_any_length;
    std::optional<Kernels> kernels;
    std::string header;
    Spec spec;
    Proofs proofs;
};

// Throws Error (unsupported) for a command that this version does not know. `rest`: its words that belong to no option.
Asked asked_by(const std::string& command, std::vector<std::string>& rest) {
    KernelOptions options;
    CLI::App app;
    options.add_to(app);
    app.allow_extras();
    app.set_help_flag();  // a header is not made by asking for help
    constexpr std::string_view start = "limbsmith generate";
    const bool is_whole = command.starts_with(start);
    try {
        app.parse(is_whole ? command.substr(start.size()) : command, false);
        rest = app.remaining();
        for (const std::string& word : rest) {
            if (word.starts_with('-')) throw unsupported(fmt::format("there is no option {}", word));
        }
        Asked made{kernels_by_map(options.spec, {}), {}, {}, {}, options.proofs()};
        if (made.on_any_length) return made;
        made.kernels = options.parsed_kernels();
        made.spec = options.parsed();
        made.header = options.included(made.spec);
        return made;
    } catch (const CLI::Error& error) {
        throw unsupported(fmt::format("'{}' is no command of this version: {}", command, error.what()));
    } catch (const Error& error) {
        throw unsupported(
            fmt::format("'{}' asks for nothing that this version has: {}", command, error.what()));
    }
}

Asked asked_by_options(const std::string& options) {
    std::vector<std::string> rest;
    Asked made = asked_by(options, rest);
    if (!rest.empty()) throw usage_error(fmt::format("--against: no option takes '{}'", rest[0]));
    return made;
}

// By the first lines of a header. Throws Difference for words behind the command, and Error (unsupported) for a version or a
// command that is unknown, with the line.
Asked asked_by_banner(const read::Origin& origin) {
    const uint32_t line = origin.command[0].line;
    std::vector<std::string> rest;
    try {
        Asked made = asked_by(origin.command_text(), rest);
        if (rest.empty()) return made;
    } catch (const Error& error) {
        throw Error(error.code(), fmt::format("line {}: {}", line, error.what()));
    }
    const auto word = std::ranges::find(origin.command, rest[0], &read::Origin::Word::text);
    throw read::Difference(word == origin.command.end() ? line : word->line,
                           fmt::format("'{}' in place of the end of the command", rest[0]));
}

void require_version(const read::Origin& origin) {
    if (origin.version.text == LIMBSMITH_VERSION) return;
    throw unsupported(fmt::format(
        "line {}: it was made by limbsmith {}, and this is {}; the nearest is to generate it anew",
        origin.version.line, origin.version.text, LIMBSMITH_VERSION));
}

// Compares, and prints the verdict.
void check(const std::string& file, const std::string& text, const Asked& asked, const Options& options) {
    if (asked.kernels) {
        const engine::CheckedKernels checked =
            engine::check_kernels(text, asked.spec, asked.header, *asked.kernels);
        fmt::print("{}: {}, {}: all as specified for {}\n", file, counted(checked.operations, "operation"),
                   counted(checked.lines, "line"), asked.header);
        return;
    }
    Progress progress("proving");
    engine::Settings settings{[&](double share) { progress.report(share); }};
    if (!options.proofs.empty()) settings.proofs = options.proofs;
    const engine::Checked checked =
        asked.on_any_length ? engine::check_device_source(text, *asked.on_any_length, asked.proofs, settings)
                            : engine::check_header(text, asked.spec, settings);
    const read::Share& share = checked.found.share;
    const std::string_view loop_or_kernel = asked.on_any_length ? "kernel" : "loop";
    fmt::print("{}: {}, {}, {}: all as {}{}\n", file, counted(checked.found.functions, "function"),
               counted(checked.found.loops, loop_or_kernel), counted(share.lines, "line"),
               checked.unproved_loops.empty()
                   ? "proved"
                   : fmt::format("proved or described, {} without a proof",
                                 counted(checked.unproved_loops.size(), loop_or_kernel)),
               asked.proofs == Proofs::skipped ? ", but it says that it is not" : "");
    if (options.share)
        fmt::print("  {} compared, {} empty\n", counted(share.compared, "line"), share.empty());
    for (const std::string& loop : checked.unproved_loops)
        fmt::print("  {}: as described; its callees are proved, the loop is not\n", loop);
}

void check(const std::string& file, const Options& options) {
    try {
        const std::string text = text_of(file);
        if (options.against) return check(file, text, asked_by_options(*options.against), options);
        const Asked asked = read::or_refuted([&] {
            const read::Origin origin = read::origin(text);
            require_version(origin);
            return asked_by_banner(origin);
        });
        check(file, text, asked, options);
    } catch (const Error& error) {
        throw Error(error.code(), fmt::format("{}: {}", file, error.what()));
    }
}

// All files, also those behind one that is refused. The worst is a difference.
void check_all(const Options& options) {
    std::vector<std::string> refusals;
    Exit code = Exit::done;
    for (const std::string& file : options.files) {
        try {
            check(file, options);
        } catch (const Error& error) {
            refusals.push_back(error.what());
            code = std::max(code, error.code());
        }
    }
    if (!refusals.empty()) throw Error(code, fmt::format("{}", fmt::join(refusals, "\n")));
}

}  // namespace

void add_check_header(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand(
        "check-header", "compare every token of headers with the proved code of their specification");
    command->add_option("file", options->files, "headers and kernels that `generate` wrote, from anywhere")
        ->type_name("FILE...")
        ->required();
    command
        ->add_option(
            "--against", options->against,
            "the specification, as options of `generate`, in place of that of the command in the first lines")
        ->type_name("OPTIONS");
    command
        ->add_option(
            "--proofs", options->proofs,
            "a folder of derivations, which are checked, not believed; those that are missing are found and "
            "kept there (default: the cache of `limbsmith cache`)")
        ->type_name("FOLDER");
    command->add_flag("--share", options->share, "say how many lines were compared");
    command->footer(
        "check-header takes the command that a header names, proves its functions and loops, and compares\n"
        "all of the text with them: asm statements, the code for hosts, loops, declarations, and\n"
        "comments. Line ends, tabs and other breaks of lines make no difference.\n"
        "Sources of --kernels are compared with the specification; check the header that they include, too.\n"
        "With --share a second line counts the lines: those with a token or a note that was compared, and\n"
        "empty ones.\n"
        "Exit code 0 if all is as proved, 4 if not, with the first line that differs; 3 for a header of\n"
        "another version, or options that this one does not have; 2 for no such file. All files are\n"
        "checked; the largest of their codes is that of the command.\n"
        "Example: limbsmith check-header fe25519.cuh");
    command->callback([options] { check_all(*options); });
}

}  // namespace limbsmith::cli
