#include "engine/reduction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "engine/parallel.hpp"
#include "engine/proof_cache.hpp"
#include "engine/proof_files.hpp"
#include "plan/field.hpp"

namespace limbsmith::engine {
namespace {

// The functions to prove, the longest first. For a special reduction, all functions with a reduction that a header can
// have. For Montgomery's only products with constants that depend on N; the other proofs are the same for every N.
std::vector<ir::Program> programs_of(const Spec& spec, const std::string& ops) {
    using Reduces = catalogue::Operation::Reduces;
    std::vector<ir::Program> programs;
    for (const catalogue::Operation& operation : catalogue::operations(NumberSystem::residues())) {
        const bool is_asked =
            ("," + ops + ",").find(fmt::format(",{},", operation.name)) != std::string::npos;
        if (operation.reduces != (spec.is_montgomery() ? Reduces::constants : Reduces::products)) continue;
        if (!catalogue::why_not(operation, spec).empty() || (operation.is_on_request && !is_asked)) continue;
        programs.push_back(catalogue::program(spec, operation.name));
    }
    std::ranges::sort(programs, std::ranges::greater(), [](const ir::Program& it) { return it.body.size(); });
    return programs;
}

bool are_proved(const std::vector<ir::Program>& programs) {
    ProofCache proofs(cache_folder(), find_derivation, ProofCache::Keep::failures_too);
    if (proofs.says_proved(programs)) return true;
    std::atomic<bool> are_proved = true;
    parallel_ranges(programs.size(), 1, [&] {
        return [&](size_t k, size_t) {
            if (are_proved && !proofs.prove(programs[k]).is_proved) are_proved = false;
        };
    });
    if (are_proved) proofs.keep_proved(programs);
    return are_proved;
}

Reduction first_proved(const Modulus& modulus, MulChoice mul, const std::string& ops) {
    const Reduction cheapest = plan::cheapest_reduction(modulus);
    for (Reduction reduction : {Reduction::special, Reduction::montgomery}) {
        const bool is_candidate =
            reduction == cheapest || (reduction == Reduction::montgomery && modulus.is_odd());
        if (!is_candidate) continue;
        Spec spec = Spec::modulo(modulus, reduction);
        spec.mul = mul;
        if (are_proved(programs_of(spec, ops))) return reduction;
    }
    return Reduction::barrett;
}

}  // namespace

Reduction settled_reduction(const Modulus& modulus, MulChoice mul, const std::string& ops) {
    if (!modulus.is_known() || modulus.width().mapping.is_group()) return Reduction::montgomery;
    static std::mutex mutex;
    static std::map<std::string, Reduction> known;
    const std::lock_guard lock(mutex);
    const std::string question = fmt::format("{} {} {}", modulus.n().get_str(16), to_string(mul), ops);
    if (!known.contains(question)) known[question] = first_proved(modulus, mul, ops);
    return known[question];
}

}  // namespace limbsmith::engine
