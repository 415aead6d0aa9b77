#include "cli/derivations.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "catalogue/lanes.hpp"
#include "check/checker.hpp"
#include "check/meaning.hpp"
#include "derive/find.hpp"
#include "engine/loop_proofs.hpp"
#include "engine/proof_files.hpp"
#include "proof_text/write.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {

std::string derivations(const std::vector<catalogue::Function>& functions, const catalogue::Loops& given) {
    const catalogue::Loops loops = catalogue::in_one_thread(given);
    std::ostringstream text;
    std::vector<std::string> without;
    const char* const refused = "the checker refuses the derivation that the search finds";
    // write: returns the missing fact, or nothing
    const auto attempt = [&](const std::string& label, const auto& write) {
        try {
            const std::string missing = write();
            if (!missing.empty()) without.push_back(fmt::format("{} ({})", label, missing));
        } catch (const check::Unsupported& reason) {
            without.push_back(fmt::format("{} ({})", label, reason.what()));
        }
    };
    const auto add = [&](const ir::Program& program) {
        const auto [derivation, missing, terms] = derive::find(program);
        if (!derivation) return missing;
        if (check::check(*derivation)) return std::string(refused);
        proof_text::write(text, *derivation);
        return std::string();
    };
    std::set<std::string> written;
    for (const catalogue::Function& function : functions) {
        attempt(function.label, [&] { return add(function.program); });
        written.insert(function.program.name);
    }
    const auto derivations = engine::derive_loops(given, engine::cache_folder());
    for (const std::string& key : loops.keys) {
        for (const std::string& callee : catalogue::calls(loops[key])) {
            const auto* program = std::get_if<ir::Program>(&loops.library[callee]);
            if (!program || !written.insert(callee).second) continue;
            attempt(callee, [&] { return add(*program); });
        }
        attempt(key, [&] {
            const engine::LoopDerivation& found = derivations.at(key);
            if (found.derivation) proof_text::write(text, *found.derivation);
            return found.missing;
        });
    }
    if (without.empty()) return text.str();
    const bool is_over_lanes = std::ranges::any_of(given.library.all(), [](const auto& entry) {
        const auto* routine = std::get_if<ir::Routine>(&entry.second);
        return routine && routine->mapping.is_group();
    });
    throw unsupported(fmt::format(
        "no derivation is found for {}; {}", fmt::join(without, ", "),
        is_over_lanes ? "the nearest is --map thread" : "--ops add,sub,mul,sqr,lt,select have one"));
}

}  // namespace limbsmith::cli
