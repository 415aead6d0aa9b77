// limbsmith: parses the command line and turns every error into one line on stderr and an exit code.
#include <fmt/format.h>

#include <new>

#include "cli/command.hpp"
#include "limbsmith/error.hpp"
#include "spec/error.hpp"

namespace {

int fail(limbsmith::Exit code, const char* message) {
    fmt::print(stderr, "limbsmith: {}\n", message);
    return static_cast<int>(code);
}

int run(int argc, char** argv) {
    CLI::App app("Fixed-precision big-integer arithmetic for GPUs: writes it, runs it, checks it.",
                 "limbsmith");
    app.set_version_flag("--version", "limbsmith " LIMBSMITH_VERSION);
    app.require_subcommand(1);
    app.footer(
        "Exit codes: 0 done, 1 failed, 2 usage, 3 unsupported, 4 a check failed.\n"
        "Example: limbsmith generate --bits 131 -o u131.cuh");
    limbsmith::cli::add_generate(app);
    limbsmith::cli::add_explain(app);
    limbsmith::cli::add_list(app);
    limbsmith::cli::add_random(app);
    limbsmith::cli::add_run(app);
    limbsmith::cli::add_check(app);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& asked_for_text) {
        return app.exit(asked_for_text);
    } catch (const CLI::ParseError& error) {
        app.exit(error);
        return static_cast<int>(limbsmith::Exit::usage);
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    using limbsmith::Exit;
    try {
        return run(argc, argv);
    } catch (const limbsmith::Error& error) {
        return fail(error.code(), error.what());
    } catch (const limbsmith::runtime::InputError& error) {
        return fail(Exit::usage, error.what());
    } catch (const limbsmith::runtime::NoDevice& error) {
        return fail(Exit::unsupported, error.what());
    } catch (const std::bad_alloc&) {
        return fail(Exit::failed, "out of memory; use smaller batches");
    } catch (const std::exception& error) {
        return fail(Exit::failed, error.what());
    }
}
