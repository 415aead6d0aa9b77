#include <fmt/format.h>

#include "proof/budget.hpp"
#include "proof/cases.hpp"
#include "proof/divsteps.hpp"
#include "proof/finish.hpp"
#include "proof/lemmas.hpp"
#include "proof/lowest_bit.hpp"
#include "proof/names.hpp"
#include "proof/normalized.hpp"
#include "proof/obligation.hpp"
#include "proof/proof.hpp"
#include "proof/rows.hpp"

namespace limbsmith::proof {
namespace {

constexpr uint64_t most_steps = uint64_t{1} << 28;  // a minute or two

Verdict attempt(const ir::Program& program) {
    if (const auto reason = unclear_names(program)) return {false, *reason};
    if (!program.lemmas.empty() || !program.steps.empty()) return prove_by_lemmas(program);
    if (const auto verdict = prove_moved_number(program)) return *verdict;
    if (const auto verdict = prove_by_lowest_bit(program)) return *verdict;
    if (is_divsteps(program)) return prove_divsteps(program);
    if (is_row(program)) return prove_row(program);
    if (const auto verdict = prove_finish(program)) return *verdict;
    for (const Equations::Assumptions& assumptions : cases_of(program)) {
        Prover prover(program, assumptions);
        Obligation obligation(program, prover);
        obligation.assume();
        if (auto reason = prover.run()) return {false, *reason};
        if (auto reason = obligation.check()) return {false, *reason};
    }
    return {true, {}};
}

}  // namespace

Verdict prove(const ir::Program& program) {
    const Budget budget(most_steps);
    try {
        return attempt(ir::with_ghosts(program));
    } catch (const Budget::Exceeded&) {
        return {false, fmt::format("the proof took too many steps: more than {} terms, or {} at a time",
                                   most_steps, Budget::most_terms)};
    }
}

}  // namespace limbsmith::proof
