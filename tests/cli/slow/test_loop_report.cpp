// The reports of `verify` on loops that it cannot prove.
#include <doctest/doctest.h>

#include <algorithm>

#include "cli/expect.hpp"
#include "cli/loop_report.hpp"

namespace limbsmith::test {
namespace {

using cli::LoopReport, cli::Verification;

// The functions of a header, each with this verdict.
std::vector<Verification> verified(const std::vector<catalogue::Function>& functions, bool is_proved) {
    std::vector<Verification> all;
    for (const catalogue::Function& function : functions) {
        Verification& made = all.emplace_back();
        made.name = function.label;
        made.proof.is_proved = is_proved;
    }
    return all;
}

const LoopReport& report_of(const std::vector<LoopReport>& reports, const std::string& name) {
    return *std::ranges::find(reports, name, &LoopReport::name);
}

}  // namespace

TEST_CASE("a loop without a proof is reported with the reason, and so are loops that call it") {
    Spec spec = Spec::of(Width{64});
    spec.ops = {"pow_mod"};
    const std::vector<catalogue::Function> functions = catalogue::functions(spec);
    const catalogue::Loops loops = catalogue::loops(spec, functions);
    const std::vector<LoopReport> right = cli::report_loops(loops, verified(functions, true), {});
    for (const LoopReport& loop : right) {
        CHECK(loop.verdict == "proved");
        CHECK(loop.reason == "");
    }
    CHECK_FALSE(contains(cli::table(right), "no proof"));

    catalogue::Loops others;  // a division with another invariant
    others.keys = loops.keys;
    for (const auto& [key, callable] : loops.library.all()) {
        ir::Library::Callable copy = callable;
        if (key == "divrem") {
            for (ir::Statement& statement : std::get<ir::Routine>(copy).body) {
                auto* loop = std::get_if<ir::For>(&statement.what);
                if (loop && !loop->invariant.empty()) loop->invariant.relations[0].right = ir::var("b");
            }
        }
        others.library.add(std::move(copy), key);
    }
    const std::vector<LoopReport> reports = cli::report_loops(others, verified(functions, true), {});
    const LoopReport &divrem = report_of(reports, "divrem"), &mul_mod = report_of(reports, "mul_mod");
    CHECK(divrem.verdict == "parts proved");
    CHECK(divrem.reason.starts_with("leg "));
    CHECK(mul_mod.verdict == "parts proved");
    CHECK(mul_mod.reason == "divrem is not proved");
    CHECK(contains(cli::table(reports), "\n  no proof: divrem is not proved\n"));
    CHECK(contains(cli::table(reports), "-  parts proved\n  no proof: leg "));
    for (const auto& loop : cli::json(reports)) {
        CHECK(loop["verdict"] == "parts proved");
        CHECK(loop["reason"] == report_of(reports, loop["name"]).reason);
    }
}

TEST_CASE("a loop of functions that are not proved names them") {
    Spec spec = Spec::of(Width{64});
    spec.ops = {"divrem"};
    const std::vector<catalogue::Function> functions = catalogue::functions(spec);
    std::vector<Verification> results = verified(functions, true);
    std::ranges::find(results, "shr", &Verification::name)->proof.is_proved = false;
    const std::vector<LoopReport> reports = cli::report_loops(catalogue::loops(spec, functions), results, {});
    CHECK(report_of(reports, "divrem").verdict == "parts unproved");
    CHECK(report_of(reports, "divrem").doubtful == std::vector<std::string>{"shr"});
    CHECK(contains(cli::table(reports), "parts unproved: shr\n"));
}

}  // namespace limbsmith::test
