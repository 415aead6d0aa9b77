// Derivations of loops: kept in files, or found, and always checked.
//
// Promises: a returned derivation holds, on the contracts of the callees; who wrote a file does not matter. A
// missing, unreadable or damaged folder costs time and nothing else. A file has one derivation; `check-proof` reads
// it after those of the callees.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "catalogue/loops.hpp"
#include "check/derivation.hpp"

namespace limbsmith::engine {

struct LoopDerivation {
    std::optional<check::RoutineDerivation> derivation{};
    std::string missing{};  // if there is none: the step that no rule covers, or the goal that is not reached
    size_t steps = 0;       // of all legs
    std::set<std::string> theorems{};  // of others, that its rules state
    bool is_cached = false;
};

// Without a folder nothing is kept. requires: a key of the loops.
LoopDerivation derive_loop(const catalogue::Loops& loops, const std::string& key,
                           const std::optional<std::filesystem::path>& folder);

// Those of all loops, by key. The searches run on all cores; `progress` is told the share that is done, by several threads.
std::map<std::string, LoopDerivation> derive_loops(const catalogue::Loops& loops,
                                                   const std::optional<std::filesystem::path>& folder,
                                                   const std::function<void(double)>& progress = {});

}  // namespace limbsmith::engine
