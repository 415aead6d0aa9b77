#include "cli/proofs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "cli/parallel.hpp"
#include "cli/progress.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {

void require_proofs(const std::vector<catalogue::Function>& functions, proof::Cache& proofs,
                    const std::string& advice) {
    std::vector<proof::Verdict> verdicts(functions.size());
    Progress progress("proving");
    std::atomic<size_t> finished = 0;
    parallel_ranges(functions.size(), 1, [&] {
        return [&](size_t k, size_t) {
            verdicts[k] = proofs.prove(functions[k].program).verdict;
            progress.report(double(++finished) / double(functions.size()));
        };
    });
    const auto first = std::ranges::find(verdicts, false, &proof::Verdict::is_proved);
    if (first == verdicts.end()) return;
    const auto others = std::ranges::count(verdicts, false, &proof::Verdict::is_proved) - 1;
    throw Error(
        Exit::refuted,
        fmt::format("{} is not proved{}; {}; the prover says: {}", functions[first - verdicts.begin()].label,
                    others > 0 ? fmt::format(" (and {} more)", others) : "", advice, first->reason));
}

}  // namespace limbsmith::cli
