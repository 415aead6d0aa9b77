// limbsmith check-proof: checks derivations from a file, by the small checker alone.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "check/checker.hpp"
#include "cli/command.hpp"
#include "derivation/read.hpp"
#include "engine/gzip.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

void check_proof(const std::string& file) {
    engine::GzipReader in(file);
    if (!in) throw usage_error(fmt::format("cannot read {}", file));
    std::vector<derivation::Any> all;
    try {
        all = derivation::read_all(in);
    } catch (const derivation::Unreadable& error) {
        if (in.bad()) throw usage_error(fmt::format("cannot read {}: it is damaged, or no file", file));
        throw usage_error(fmt::format("{}: {}", file, error.what()));
    }
    if (in.bad()) throw usage_error(fmt::format("cannot read {}: it is damaged", file));
    std::vector<std::string> refused;
    check::Callees callees;  // those that hold, by name
    const auto report = [&](const auto& subject, int word_bits, const std::optional<check::Refusal>& refusal,
                            size_t steps) {
        callees.erase(subject.name);
        if (!refusal) {
            callees.emplace(subject.name, check::interface(subject, word_bits));
            fmt::print("{}: holds, by {}\n", subject.name, counted(steps, "step"));
        } else {
            refused.push_back(fmt::format("{}: {}: {}", subject.name, refusal->place, refusal->reason));
        }
    };
    for (const derivation::Any& any : all) {
        if (const auto* it = std::get_if<check::Derivation>(&any)) {
            report(it->program, it->word_bits, check::check(*it), it->steps.size());
        } else {
            const auto& of_routine = std::get<check::RoutineDerivation>(any);
            size_t steps = 0;
            for (const check::Steps& leg : of_routine.legs) steps += leg.size();
            report(of_routine.routine, of_routine.word_bits, check::check(of_routine, callees), steps);
        }
    }
    if (!refused.empty()) throw Error(Exit::refuted, fmt::format("{}", fmt::join(refused, "\n")));
}

}  // namespace

void add_check_proof(CLI::App& app) {
    auto file = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand(
        "check-proof", "check proofs that `verify --derivation` wrote; reads nothing but the file");
    command
        ->add_option("file", *file, "derivations, JSON lines (docs/proofs.md), or these compressed by gzip")
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
