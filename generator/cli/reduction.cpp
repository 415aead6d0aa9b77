#include "cli/reduction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <vector>

#include "cli/parallel.hpp"
#include "plan/field_plan.hpp"
#include "plan/reduction.hpp"
#include "proof/cache.hpp"

namespace limbsmith::cli {
namespace {

using enum FieldOp;

// What goes by the reduction, the hardest to prove first.
std::vector<FieldOp> reduced_operations(const Modulus& modulus, const std::string& ops) {
    std::vector<FieldOp> all{mul_sub2, mul_add2, mul, sqr, reduce, mul_small};
    if (lazy_limit(modulus, Reduction::special) >= 2)
        all.insert(all.begin(), {mul_lazy, sqr_lazy, normalize});
    for (FieldOp sum : {mul_add3, mul_add4, mul_add6, mul_add8}) {
        if (("," + ops + ",").find(fmt::format(",{},", name(sum))) != std::string::npos)
            all.insert(all.begin(), sum);
    }
    return all;
}

// Proofs that took more steps do not count, so that the answer does not depend on what is in the cache.
bool is_proved_quickly(const Modulus& modulus, MulChoice mul, const std::string& ops) {
    auto folder = proof::cache_folder();
    if (folder) *folder /= "quick";
    proof::Cache proofs(folder, proof::prove_quickly, proof::Cache::Keep::refusals_too);
    const std::vector<FieldOp> all = reduced_operations(modulus, ops);
    std::atomic<bool> is_proved = true;
    parallel_ranges(all.size(), 1, [&] {
        return [&](size_t k, size_t) {
            if (!is_proved) return;
            const auto program = plan::field_program(all[k], modulus, Reduction::special, mul);
            if (!proofs.prove(*program).verdict.is_proved) is_proved = false;
        };
    });
    return is_proved;
}

}  // namespace

Reduction settled_reduction(const Modulus& modulus, MulChoice mul, const std::string& ops) {
    const Reduction cheapest = plan::cheapest_reduction(modulus);
    if (cheapest != Reduction::special) return cheapest;
    static std::map<std::string, bool> known;
    const std::string question = fmt::format("{} {} {}", modulus.n().get_str(16), to_string(mul), ops);
    const auto [answer, is_new] = known.try_emplace(question);
    if (is_new) answer->second = is_proved_quickly(modulus, mul, ops);
    return answer->second ? cheapest : modulus.is_odd() ? Reduction::montgomery : Reduction::barrett;
}

}  // namespace limbsmith::cli
