#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "proof/budget.hpp"
#include "proof/cases.hpp"
#include "proof/divsteps.hpp"
#include "proof/finish.hpp"
#include "proof/halves.hpp"
#include "proof/highest_bit.hpp"
#include "proof/lemmas.hpp"
#include "proof/lowest_bit.hpp"
#include "proof/names.hpp"
#include "proof/normalized.hpp"
#include "proof/obligation.hpp"
#include "proof/parts.hpp"
#include "proof/proof.hpp"
#include "proof/rows.hpp"

namespace limbsmith::proof {
namespace {

Verdict attempt(const ir::Program& program) {
    if (const auto reason = unclear_names(program)) return {false, *reason};
    if (!program.lemmas.empty() || !program.steps.empty()) return prove_by_lemmas(program);
    if (const auto verdict = prove_moved_number(program)) return *verdict;
    if (const auto verdict = prove_by_lowest_bit(program)) return *verdict;
    if (const auto verdict = prove_by_highest_bit(program)) return *verdict;
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

// requires: no ghosts.
Verdict prove_whole(uint64_t limit, const ir::Program& program) {
    const Budget budget(limit);
    try {
        Verdict verdict = attempt(program);
        verdict.steps = budget.spent();
        return verdict;
    } catch (const Budget::Exceeded&) {
        return {false,
                fmt::format("the proof took too many steps: more than {} terms, or {} at a time", limit,
                            Budget::most_terms),
                limit, true};
    }
}

Verdict prove_halves(uint64_t limit, const std::array<ir::Program, 2>& halves) {
    const Verdict first = prove_once(halves[0], limit);
    if (!first.is_proved) return first;
    Verdict second = prove_once(halves[1], limit);
    second.steps = std::max(first.steps, second.steps);
    return second;
}

// Tries the halves and the whole in turn, with a growing number of steps. The halves usually take far fewer
// steps, but the whole also knows how the middle number is made, and its input words are split into more
// parts.
Verdict prove_either(uint64_t limit, const ir::Program& whole, const std::array<ir::Program, 2>& halves) {
    constexpr uint64_t first_steps = uint64_t{1} << 20, times = 8;
    if (const auto reason = unclear_names(whole)) return {false, *reason};
    Verdict by_halves{false, {}, 0, true}, by_whole = by_halves;
    for (uint64_t steps = std::min(first_steps, limit);; steps = std::min(steps * times, limit)) {
        if (by_halves.is_given_up) by_halves = prove_halves(steps, halves);
        if (by_halves.is_proved) return by_halves;
        if (by_whole.is_given_up) by_whole = prove_whole(steps, whole);
        if (by_whole.is_proved || steps == limit || !(by_halves.is_given_up || by_whole.is_given_up))
            return by_whole;
    }
}

}  // namespace

Verdict prove_within(uint64_t limit, const ir::Program& program) {
    ir::Program whole = ir::with_ghosts(program);
    const auto halves = halves_of(whole);
    std::erase_if(whole.lemmas, [](const ir::Lemma& lemma) { return lemma.is_middle; });
    return halves ? prove_either(limit, whole, *halves) : prove_whole(limit, whole);
}

}  // namespace limbsmith::proof
