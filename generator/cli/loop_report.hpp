// Finds out which loops of a header are proved, and writes their part of the report of `verify`.
// A loop is also run on test cases, as it is printed, and its results are compared with GMP's.
//
// A loop is `proved` if it has a derivation, and all that it calls is proved. It is `parts proved` if all functions
// that it calls are proved; `reason` then names the missing fact. Else it is `parts unproved`.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "catalogue/loops.hpp"
#include "cli/verification.hpp"

namespace limbsmith::cli {

struct LoopReport {
    std::string name;
    std::vector<std::string> calls;  // but for the constants 0 and 1
    std::vector<std::string>
        doubtful;       // functions that it calls, also through other loops, that are not good
    std::string bound;  // why its loops run often enough
    std::string verdict{}, reason{};
    size_t steps = 0;                    // of its derivation, which was checked; 0 if there is none
    bool is_cached = false;              // the derivation was kept
    std::set<std::string> theorems{};    // that the proof relies on
    std::optional<eval::Trial> trial{};  // of the loop as it is printed
    std::string not_run{};               // why there is none

    bool is_wrong() const { return trial && !trial->wrong.empty(); }
};

// In the order of the loops, with derivations from this folder. requires: `functions` are those of the same header.
std::vector<LoopReport> report_loops(const catalogue::Loops& loops,
                                     const std::vector<Verification>& functions,
                                     const std::optional<std::filesystem::path>& folder);

// Runs the loops of a header on test cases, on all cores: `printed` are those that were read from its text, by key.
// A loop that breaks its contract is `wrong`. requires: the reports are those of these loops.
void try_out(std::vector<LoopReport>& reports, const Spec& spec, const catalogue::Loops& loops,
             const std::map<std::string, ir::Routine>& printed, const Tests& tests);

// A few lines for each loop.
std::string table(const std::vector<LoopReport>& loops);
nlohmann::ordered_json json(const std::vector<LoopReport>& loops);

}  // namespace limbsmith::cli
