// limbsmith: parses the command line and turns every error into one line on stderr and an exit code.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "cache/cache.hpp"
#include "cli/command.hpp"
#include "cli/ending.hpp"
#include "limbsmith/error.hpp"
#include "spec/error.hpp"
#include "spec/suggestion.hpp"

namespace {

int fail(limbsmith::Exit code, const char* message) {
    fmt::print(stderr, "limbsmith: {}\n", message);
    return static_cast<int>(code);
}

// Refuses an unknown command with a suggestion. CLI11 would only say that a command is missing.
void require_known_command(const CLI::App& app, int argc, char** argv) {
    if (argc < 2 || argv[1][0] == '-') return;
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
    if (std::ranges::find(names, argv[1]) != names.end()) return;
    throw limbsmith::usage_error(fmt::format("unknown command '{}'{} (`limbsmith --help` names them all)",
                                             argv[1], limbsmith::suggestion(argv[1], names)));
}

void require_cache_limit() {
    const char* text = std::getenv("LIMBSMITH_CACHE_LIMIT");
    if (text && *text && !limbsmith::cache::parse_size(text))
        throw limbsmith::usage_error(
            fmt::format("LIMBSMITH_CACHE_LIMIT={} is no size, such as 512M or 2G", text));
}

// Refuses words that a command does not take. CLI11 would list them in reverse order, or report a missing
// required option instead.
void refuse_unknown_words(const CLI::App& app) {
    std::vector<const CLI::App*> commands{&app};
    for (const CLI::App* command : app.get_subcommands()) commands.push_back(command);
    for (const CLI::App* command : commands) {
        const std::vector<std::string> words = command->remaining();
        const auto option =
            std::ranges::find_if(words, [](const std::string& w) { return w.starts_with('-'); });
        if (option == words.end()) continue;
        const std::string name = option->substr(0, option->find('='));
        std::vector<std::string> known;
        for (const CLI::Option* candidate : command->get_options()) {
            for (const std::string& long_name : candidate->get_lnames()) known.push_back("--" + long_name);
        }
        const bool is_first = command == &app;
        throw limbsmith::usage_error(
            fmt::format("unknown option '{}'{}{} (`limbsmith {}--help` names them all)", name,
                        is_first ? " before a subcommand" : "", limbsmith::suggestion(name, known),
                        is_first ? "" : command->get_name() + " "));
    }
}

int run(int argc, char** argv) {
    CLI::App app("Fixed-precision big-integer arithmetic for GPUs: writes it, proves it, runs it, checks it.",
                 "limbsmith");
    app.set_version_flag("--version", "limbsmith " LIMBSMITH_VERSION);
    app.require_subcommand(1);
    app.footer(
        "Exit codes: 0 done, 1 failed, 2 usage, 3 unsupported, 4 a check or a proof failed.\n"
        "Example: limbsmith generate --bits 131 -o u131.cuh");
    limbsmith::cli::add_generate(app);
    limbsmith::cli::add_explain(app);
    limbsmith::cli::add_verify(app);
    limbsmith::cli::add_list(app);
    limbsmith::cli::add_random(app);
    limbsmith::cli::add_run(app);
    limbsmith::cli::add_check(app);
    limbsmith::cli::add_pool(app);
    limbsmith::cli::add_sum(app);
    limbsmith::cli::add_dot(app);
    limbsmith::cli::add_dft(app);
    limbsmith::cli::add_bench(app);
    limbsmith::cli::add_report(app);
    limbsmith::cli::add_check_proof(app);
    limbsmith::cli::add_check_header(app);
    limbsmith::cli::add_cache(app);
    require_known_command(app, argc, argv);
    require_cache_limit();
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& asked_for_text) {
        const int code = app.exit(asked_for_text);
        if (!std::cout.flush())
            throw std::runtime_error(
                fmt::format("cannot write to standard output: {}", std::strerror(errno)));
        return code;
    } catch (const CLI::ParseError& error) {
        refuse_unknown_words(app);
        std::string message = error.what();
        std::ranges::replace(message, '\n', ' ');
        return fail(limbsmith::Exit::usage, (message + " (see --help)").c_str());
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    using limbsmith::Exit;
    limbsmith::cli::end_in_order();
    try {
        return run(argc, argv);
    } catch (const limbsmith::Error& error) {
        return fail(error.code(), error.what());
    } catch (const limbsmith::runtime::InputError& error) {
        return fail(Exit::usage, error.what());
    } catch (const limbsmith::runtime::NoDevice& error) {
        return fail(Exit::unsupported, error.what());
    } catch (const limbsmith::runtime::WrongResult& error) {
        return fail(Exit::refuted, error.what());
    } catch (const limbsmith::runtime::OutOfMemory& error) {
        return fail(Exit::failed, (std::string("out of memory: ") + error.what()).c_str());
    } catch (const std::bad_alloc&) {
        return fail(Exit::failed, "out of memory");
    } catch (const std::system_error& error) {
        const bool is_memory = error.code() == std::errc::resource_unavailable_try_again ||
                               error.code() == std::errc::not_enough_memory;  // a thread cannot be started
        return fail(Exit::failed, ((is_memory ? "out of memory: " : "") + std::string(error.what())).c_str());
    } catch (const std::runtime_error& error) {
        return fail(Exit::failed, error.what());
    } catch (const std::exception& error) {  // std::logic_error, std::bad_optional_access ...
        return fail(Exit::failed,
                    fmt::format("internal error ({}); please report the command", error.what()).c_str());
    }
}
