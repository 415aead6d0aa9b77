#include "engine/reduction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "engine/parallel.hpp"
#include "plan/field.hpp"
#include "proof/cache.hpp"

namespace limbsmith::engine {
namespace {

// The functions to prove, the hardest first, and the limit of steps for each proof.
struct Trial {
    std::vector<std::string> ops;
    uint64_t steps;
};

// For a special reduction, all functions with a reduction. For Montgomery's only to_elem, a product with the
// constant R^2 mod N, whose proof depends on N; the other proofs are the same for every N.
Trial trial_of(Reduction reduction, const Modulus& modulus, const std::string& ops) {
    if (reduction == Reduction::montgomery) return {{"to_elem"}, uint64_t{1} << 28};
    Trial trial{{"mul_sub2", "mul_add2", "mul", "sqr", "reduce", "mul_small"}, uint64_t{1} << 25};
    const auto first = [&](auto more) { trial.ops.insert(trial.ops.begin(), more); };
    if (lazy_limit(modulus, reduction) >= 2)
        for (const char* lazy : {"normalize", "sqr_lazy", "mul_lazy"}) first(lazy);
    for (const char* sum : {"mul_add3", "mul_add4", "mul_add6", "mul_add8"}) {
        if (("," + ops + ",").find(fmt::format(",{},", sum)) != std::string::npos) first(sum);
    }
    return trial;
}

// Each limit of steps has its own cache folder, so the answer does not depend on earlier, longer proofs.
bool is_proved(const Trial& trial, const Modulus& modulus, Reduction reduction, MulChoice mul) {
    auto folder = proof::cache_folder();
    if (folder) *folder /= fmt::format("within-{}-steps", trial.steps);
    const auto prover = [&](const ir::Program& program) { return proof::prove_within(trial.steps, program); };
    proof::Cache proofs(folder, prover, proof::Cache::Keep::refusals_too);
    Spec spec = Spec::modulo(modulus, reduction);
    spec.mul = mul;
    std::atomic<bool> is_proved = true;
    parallel_ranges(trial.ops.size(), 1, [&] {
        return [&](size_t k, size_t) {
            if (!is_proved) return;
            if (!proofs.prove(catalogue::program(spec, trial.ops[k])).verdict.is_proved) is_proved = false;
        };
    });
    return is_proved;
}

Reduction first_proved(const Modulus& modulus, MulChoice mul, const std::string& ops) {
    const Reduction cheapest = plan::cheapest_reduction(modulus);
    for (Reduction reduction : {Reduction::special, Reduction::montgomery}) {
        const bool is_candidate =
            reduction == cheapest || (reduction == Reduction::montgomery && modulus.is_odd());
        if (is_candidate && is_proved(trial_of(reduction, modulus, ops), modulus, reduction, mul))
            return reduction;
    }
    return Reduction::barrett;
}

}  // namespace

Reduction settled_reduction(const Modulus& modulus, MulChoice mul, const std::string& ops) {
    if (!modulus.is_known()) return Reduction::montgomery;
    static std::mutex mutex;
    static std::map<std::string, Reduction> known;
    const std::lock_guard lock(mutex);
    const std::string question = fmt::format("{} {} {}", modulus.n().get_str(16), to_string(mul), ops);
    if (!known.contains(question)) known[question] = first_proved(modulus, mul, ops);
    return known[question];
}

}  // namespace limbsmith::engine
