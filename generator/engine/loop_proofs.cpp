#include "engine/loop_proofs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <sstream>

#include "catalogue/lanes.hpp"
#include "check/checker.hpp"
#include "derive/find.hpp"
#include "derive/loops/search.hpp"
#include "engine/parallel.hpp"
#include "engine/proof_files.hpp"
#include "proof_text/read.hpp"
#include "proof_text/write.hpp"
#include "proved_form/explicit_calls.hpp"

namespace limbsmith::engine {
namespace {

namespace fs = std::filesystem;
using check::RoutineDerivation;

// A search with so much work takes up to a minute; for numbers of many lanes some minutes.
constexpr size_t most_work = 400'000'000;

// A check of a loop may take so many times the limits of a proof: those of numbers of many lanes are the longest.
constexpr unsigned times_of_loops = 4;

check::Callees callees_of(const catalogue::Loops& loops, const std::string& key) {
    check::Callees callees;
    for (const std::string& name : catalogue::calls(loops[key])) {
        if (const auto* program = std::get_if<ir::Program>(&loops.library[name])) {
            callees.emplace(name, check::interface(*program, 32));
        } else {
            const ir::Routine callee = proved_form::with_explicit_calls(loops[name], name, loops.library);
            callees.emplace(name, check::interface(callee, 32));
        }
    }
    return callees;
}

// Named after the text of the routine. A routine without a text has no file.
std::optional<fs::path> loop_file(const fs::path& folder, const ir::Routine& routine) {
    std::ostringstream text;
    try {
        proof_text::write(text, RoutineDerivation{routine, 32, {}});
    } catch (const check::Unsupported&) {
        return std::nullopt;
    }
    return proof_file(folder, text.str(), "loop.jsonl");
}

// By the steps in the file, if they show that this routine meets its contract.
std::optional<RoutineDerivation> kept(const fs::path& path, const ir::Routine& routine,
                                      const check::Callees& callees) {
    std::optional<RoutineDerivation> own;
    const bool is_proved = is_accepted(path, times_of_loops, [&](std::istream& file) {
        std::vector<proof_text::Any> all = proof_text::read_all(file);
        auto* found = std::get_if<RoutineDerivation>(&all[0]);
        if (!found) return false;
        own = {routine, 32, std::move(found->legs), std::move(found->lemmas)};
        return !check::check(*own, callees);
    });
    return is_proved ? std::move(own) : std::nullopt;
}

constexpr const char* end_of_divsteps =
    "DIVSTEP_ENDTOEND_BITS_SIMPLE (HOL Light, Divstep/divstep_bounds.ml): g = 0 after n divsteps from delta "
    "= 1/2 if f is "
    "odd, 0 <= g <= f <= 2^b and 9437*b + 1 <= 4096*n";
constexpr const char* fermat = "Fermat: a^(N-1) = 1 for prime N and a != 0";

void add_theorems(const check::Steps& steps, std::set<std::string>& theorems) {
    for (const check::Step& step : steps) {
        if (const auto* cases = std::get_if<check::Cases>(&step.rule)) {
            add_theorems(cases->if_nonnegative, theorems);
            add_theorems(cases->if_negative, theorems);
        }
        if (std::holds_alternative<check::End>(step.rule)) theorems.insert(end_of_divsteps);
        if (std::holds_alternative<check::Fermat>(step.rule)) theorems.insert(fermat);
    }
}

// Programs that stand for lanes have proofs, too.
std::string unproved_program(const catalogue::Loops& given, const catalogue::Loops& loops,
                             const std::string& key) {
    for (const std::string& name : catalogue::calls(loops[key])) {
        const auto* program = std::get_if<ir::Program>(&loops.library[name]);
        if (!program || given.library.contains(name)) continue;
        const derive::Outcome outcome = derive::find(*program);
        if (!outcome.derivation || check::check(*outcome.derivation)) return name + " is not proved";
    }
    return {};
}

}  // namespace

LoopDerivation derive_loop(const catalogue::Loops& given, const std::string& key,
                           const std::optional<fs::path>& folder) {
    LoopDerivation result;
    const catalogue::Loops loops = catalogue::in_one_thread(given);
    const auto take = [&](RoutineDerivation found) {
        for (const check::Steps& leg : found.legs) {
            result.steps += leg.size();
            add_theorems(leg, result.theorems);
        }
        result.derivation = std::move(found);
        return result;
    };
    try {
        result.missing = unproved_program(given, loops, key);
        if (!result.missing.empty()) return result;
        const ir::Routine routine = proved_form::with_explicit_calls(loops[key], key, loops.library);
        const check::Callees callees = callees_of(loops, key);
        const auto path = folder ? loop_file(*folder, routine) : std::nullopt;
        if (auto own = path ? kept(*path, routine, callees) : std::nullopt) {
            result.is_cached = true;
            return take(std::move(*own));
        }
        RoutineDerivation found = derive::loops::derivation_of(routine, 32, callees, most_work);
        if (check::check(found, callees)) {
            result.missing = "the checker refuses the derivation that the search finds";
            return result;
        }
        if (path) keep_file(*path, [&](std::ostream& file) { proof_text::write(file, found); });
        return take(std::move(found));
    } catch (const check::Unsupported& reason) {
        result.missing = reason.what();
    } catch (const derive::loops::NotFound& end) {
        result.missing = fmt::format("leg {}: {}", end.leg, end.goal);
    }
    return result;
}

std::map<std::string, LoopDerivation> derive_loops(const catalogue::Loops& loops,
                                                   const std::optional<fs::path>& folder,
                                                   const std::function<void(double)>& progress) {
    std::map<std::string, LoopDerivation> all;
    for (const std::string& key : loops.keys) all[key];
    std::atomic<size_t> finished = 0;
    parallel_ranges(loops.keys.size(), 1, [&] {
        return [&](size_t k, size_t) {
            all.at(loops.keys[k]) = derive_loop(loops, loops.keys[k], folder);
            if (progress) progress(double(++finished) / double(loops.keys.size()));
        };
    });
    return all;
}

}  // namespace limbsmith::engine
