// limbsmith check-proof: checks derivations from a file, by the small checker alone.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "check/budget.hpp"
#include "cli/command.hpp"
#include "engine/gzip.hpp"
#include "proof_text/read.hpp"
#include "proof_text/verdicts.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

void check_proof(const std::string& file, double limit) {
    engine::GzipReader in(file);
    if (!in) throw usage_error(fmt::format("cannot read {}", file));
    std::vector<std::string> refused;
    const check::Budget budget(static_cast<uint64_t>(limit * check::usual_work),
                               static_cast<uint64_t>(limit * check::usual_memory));
    try {
        proof_text::check_all(in, [&](const proof_text::Verdict& it) {
            if (it.refusal)
                refused.push_back(fmt::format("{}: {}: {}", it.name, it.refusal->place, it.refusal->reason));
            else
                fmt::print("{}: holds, by {}\n", it.name, counted(it.steps, "step"));
        });
        if (in.bad()) throw proof_text::Unreadable("it is damaged");
    } catch (const proof_text::Unreadable& error) {
        const char* const reason = in.bad() ? "it is damaged, or no file" : error.what();
        refused.push_back(fmt::format("cannot read {}: {}", file, reason));
        throw usage_error(fmt::format("{}", fmt::join(refused, "\n")));
    } catch (const check::TooMuch&) {
        refused.push_back(fmt::format("{} is not read any further; --limit {} allows more", file, 2 * limit));
    }
    if (!refused.empty()) throw Error(Exit::refuted, fmt::format("{}", fmt::join(refused, "\n")));
}

}  // namespace

void add_check_proof(CLI::App& app) {
    auto file = std::make_shared<std::string>();
    auto limit = std::make_shared<double>(1);
    CLI::App* command = app.add_subcommand(
        "check-proof", "check proofs that `verify --derivation` wrote; reads nothing but the file");
    command
        ->add_option("file", *file, "derivations, JSON lines (docs/proofs.md), or these compressed by gzip")
        ->type_name("FILE")
        ->required();
    command->add_option("--limit", *limit, "how often 10 seconds of work and 1 GiB of memory may be used")
        ->type_name("N")
        ->check(CLI::Range(0.01, 10000.0).description(""))
        ->capture_default_str();
    command->footer(
        "A derivation is a program, its contract, and the steps that show that the program meets the\n"
        "contract for all inputs. check-proof checks each step by the rules of docs/proofs.md. Exit code 0\n"
        "if all derivations hold, 4 if not, with the first step that does not follow of each that does not\n"
        "hold, 2 if the file cannot be read. Whoever wrote it, checking ends: it stops with exit code 4\n"
        "or 2 after the work and with the memory that --limit allows.\n"
        "Example: limbsmith check-proof add.jsonl");
    command->callback([file, limit] { check_proof(*file, *limit); });
}

}  // namespace limbsmith::cli
