#include "cli/loop_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "catalogue/loop_trial.hpp"
#include "cli/progress.hpp"
#include "engine/loop_proofs.hpp"
#include "engine/parallel.hpp"

namespace limbsmith::cli {
namespace {

// A loop is run on no more cases after so long.
constexpr double most_seconds = 0.5;

std::map<std::string, engine::LoopDerivation> derivations_of(
    const catalogue::Loops& loops, const std::optional<std::filesystem::path>& folder) {
    Progress progress("proving loops");
    return engine::derive_loops(loops, folder, [&](double share) { progress.report(share); });
}

class Judge {
  public:
    Judge(const catalogue::Loops& loops, const std::vector<Verification>& functions,
          const std::optional<std::filesystem::path>& folder)
        : loops_(loops), functions_(functions), derivations_(derivations_of(loops, folder)) {}

    // Keeps the verdict, and those of the loops that it calls.
    const LoopReport& judge(const std::string& loop);

  private:
    bool is_loop(const std::string& key) const {
        return std::holds_alternative<ir::Routine>(loops_.library[key]);
    }
    std::vector<std::string> calls(const std::string& loop) const;
    std::vector<std::string> doubtful(const std::string& loop) const;

    const catalogue::Loops& loops_;
    const std::vector<Verification>& functions_;
    const std::map<std::string, engine::LoopDerivation> derivations_;
    std::map<std::string, LoopReport> made_;
};

std::vector<std::string> Judge::calls(const std::string& loop) const {
    std::vector<std::string> keys = catalogue::calls(loops_[loop]);
    std::erase_if(keys, [&](const std::string& key) {
        const auto is_it = [&](const Verification& f) { return f.name == key; };
        return std::ranges::none_of(functions_, is_it) &&
               std::ranges::find(loops_.keys, key) == loops_.keys.end();
    });
    return keys;
}

std::vector<std::string> Judge::doubtful(const std::string& loop) const {
    std::vector<std::string> names;
    for (const std::string& called : catalogue::calls(loops_[loop])) {
        if (is_loop(called)) {
            for (std::string& name : doubtful(called)) names.push_back(std::move(name));
        }
        const auto is_bad = [&](const Verification& f) { return f.name == called && !f.is_good(); };
        if (std::ranges::any_of(functions_, is_bad)) names.push_back(called);
    }
    return names;
}

const LoopReport& Judge::judge(const std::string& loop) {
    if (const auto known = made_.find(loop); known != made_.end()) return known->second;
    LoopReport& made =
        made_.try_emplace(loop, LoopReport{loop, calls(loop), doubtful(loop), loops_[loop].bound})
            .first->second;
    if (!made.doubtful.empty()) {
        made.verdict = "parts unproved";
        return made;
    }
    made.verdict = "parts proved";
    std::set<std::string> theorems;
    for (const std::string& called : made.calls) {
        if (!is_loop(called)) continue;
        const LoopReport& inner = judge(called);
        theorems.insert(inner.theorems.begin(), inner.theorems.end());
        if (inner.verdict != "proved") made.reason = fmt::format("{} is not proved", called);
    }
    if (!made.reason.empty()) return made;
    const engine::LoopDerivation& derived = derivations_.at(loop);
    if (!derived.derivation) {
        made.reason = derived.missing;
        return made;
    }
    made.verdict = "proved";
    made.steps = derived.steps;
    made.is_cached = derived.is_cached;
    theorems.insert(derived.theorems.begin(), derived.theorems.end());
    made.theorems = theorems;
    return made;
}

}  // namespace

std::vector<LoopReport> report_loops(const catalogue::Loops& loops,
                                     const std::vector<Verification>& functions,
                                     const std::optional<std::filesystem::path>& folder) {
    Judge judge(loops, functions, folder);
    std::vector<LoopReport> reports;
    for (const std::string& key : loops.keys) reports.push_back(judge.judge(key));
    return reports;
}

void try_out(std::vector<LoopReport>& reports, const Spec& spec, const catalogue::Loops& loops,
             const std::map<std::string, ir::Routine>& printed, const Tests& tests) {
    ir::Library library;  // with the printed loops in place of the descriptions
    for (const auto& [key, callable] : loops.library.all()) {
        const auto found = printed.find(key);
        library.add(found == printed.end() ? callable : ir::Library::Callable(found->second), key);
    }
    engine::parallel_ranges(reports.size(), 1, [&] {
        return [&](size_t k, size_t) {
            LoopReport& report = reports[k];
            if (!printed.contains(report.name)) return;
            report.not_run = catalogue::why_not_tried(printed.at(report.name));
            if (!report.not_run.empty()) return;
            eval::Samples samples(tests.seed + k);
            report.trial = catalogue::try_out(spec, printed.at(report.name), library, samples, tests.cases,
                                              most_seconds);
            if (report.trial->cases == 0) report.not_run = "no inputs that its contract allows were drawn";
            if (report.is_wrong()) report.verdict = "wrong", report.reason = report.trial->wrong;
        };
    });
}

std::string table(const std::vector<LoopReport>& loops) {
    constexpr auto columns = "{:<18} {:>7} {:>7}  {}{}\n";
    std::string out = fmt::format(columns, "loop", "steps", "cases", "verdict", "");
    for (const LoopReport& loop : loops) {
        out += fmt::format(columns, loop.name, loop.steps > 0 ? std::to_string(loop.steps) : "-",
                           loop.trial ? std::to_string(loop.trial->cases) : "-", loop.verdict,
                           loop.doubtful.empty() ? "" : fmt::format(": {}", fmt::join(loop.doubtful, ", ")));
        if (!loop.reason.empty())
            out += fmt::format("  {}: {}\n", loop.is_wrong() ? "wrong" : "no proof", loop.reason);
        if (!loop.not_run.empty()) out += fmt::format("  not run: {}\n", loop.not_run);
        if (!loop.calls.empty()) out += fmt::format("  loop of: {}\n", fmt::join(loop.calls, ", "));
        if (!loop.theorems.empty()) out += fmt::format("  by: {}\n", fmt::join(loop.theorems, "; "));
        if (!loop.bound.empty()) out += fmt::format("  bound: {}\n", loop.bound);
    }
    return out;
}

nlohmann::ordered_json json(const std::vector<LoopReport>& loops) {
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const LoopReport& loop : loops) {
        out.push_back({{"name", loop.name},
                       {"calls", loop.calls},
                       {"bound", loop.bound},
                       {"steps", loop.steps},
                       {"cached", loop.is_cached},
                       {"cases", loop.trial ? loop.trial->cases : 0},
                       {"not_run", loop.not_run},
                       {"verdict", loop.verdict},
                       {"reason", loop.reason},
                       {"theorems", loop.theorems}});
    }
    return out;
}

}  // namespace limbsmith::cli
