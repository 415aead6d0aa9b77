// Replaces command_bench.cpp if limbsmith is built without Google Benchmark or the CUDA headers.
#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {

void add_bench(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("bench", "not part of this build: it was made without Google Benchmark");
    command->allow_extras();
    command->callback([] {
        throw unsupported(
            "bench is not part of this build; install Google Benchmark and CUDA's headers and build "
            "limbsmith again");
    });
}

}  // namespace limbsmith::cli
