// limbsmith check-proof: checks derivations from a file, by the small checker alone.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "check/checker.hpp"
#include "cli/command.hpp"
#include "derivation/read.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

void check_proof(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw usage_error(fmt::format("cannot read {}", file));
    std::vector<check::Derivation> all;
    try {
        all = derivation::read(in);
    } catch (const derivation::Unreadable& error) {
        throw usage_error(fmt::format("{}: {}", file, error.what()));
    }
    std::vector<std::string> refused;
    for (const check::Derivation& derivation : all) {
        const std::string& name = derivation.program.name;
        if (const auto refusal = check::check(derivation))
            refused.push_back(fmt::format("{}: {}: {}", name, refusal->place, refusal->reason));
        else
            fmt::print("{}: holds, by {}\n", name, counted(derivation.steps.size(), "step"));
    }
    if (!refused.empty()) throw Error(Exit::refuted, fmt::format("{}", fmt::join(refused, "\n")));
}

}  // namespace

void add_check_proof(CLI::App& app) {
    auto file = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand(
        "check-proof", "check proofs that `verify --derivation` wrote; reads nothing but the file");
    command->add_option("file", *file, "derivations, JSON lines (docs/proofs.md)")
        ->type_name("FILE")
        ->required();
    command->footer(
        "A derivation is a program, its contract, and the steps that show that the program meets the\n"
        "contract for all inputs. check-proof checks each step by the rules of docs/proofs.md. Exit code 0\n"
        "if all derivations hold, 4 if not, with the first step that does not follow of each that does not\n"
        "hold, 2 if the file cannot be read.\n"
        "Example: limbsmith check-proof add.jsonl");
    command->callback([file] { check_proof(*file); });
}

}  // namespace limbsmith::cli
