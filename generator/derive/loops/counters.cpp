// Counters of loops: they have not gone beyond the end, where the end is not before the first turn.
#include "derive/loops/lemmas.hpp"
#include "derive/loops/prover.hpp"

namespace limbsmith::derive::loops {

bool Prover::limit_counters() {
    bool is_better = false;
    const std::vector<Legs::Counter> all = legs_.state().counters;
    for (const auto& [done, left, first] : all) {
        if (!once("counter " + std::to_string(first))) continue;
        const Fact goal{Fact::Kind::nonnegative, left};
        if (legs_.find(goal)) continue;
        const auto sum = nonnegative(done + left, 0);
        if (!sum) continue;
        legs_.apply(Lemmas::other_factor, {done, left}, {first, first + 1, *sum}, {goal});
        ++legs_.state().limits;
        is_better = true;
    }
    return is_better;
}

}  // namespace limbsmith::derive::loops
