// What is asked, and how it is reached.
#include <algorithm>

#include "routines/lanes/prover.hpp"
#include "routines/prover.hpp"
#include "routines/search.hpp"

namespace limbsmith::routines::lanes {

using Kind = Fact::Kind;

void Prover::learn(const Facts& facts, const check::Walk& walk) {
    const bool is_first = known_.facts().empty();
    for (size_t k = 0; k < facts.size(); ++k) state_.learned.push_back(known_.facts().size() + k);
    known_.learn(facts, walk.next());
    common_.insert(walk.common().begin(), walk.common().end());
    // inputs
    for (Variable it = 0; is_first && it < walk.next(); ++it) known_.mention(of(it));
}

void Prover::spend(size_t work) {
    if (work > work_) throw NotFound{legs.size(), "the search takes too long"};
    work_ -= work;
}

void Prover::forget(const std::function<void()>& work) {
    State before = state_;
    known_.forget(work);
    state_ = std::move(before);
}

Variable Prover::show(const Facts& goals) {
    const auto is_there = [&](const Fact& goal) {
        return known_.find(goal) || (goal.kind == Kind::nonnegative && nonnegative(goal.polynomial));
    };
    if (!std::ranges::all_of(goals, is_there)) {
        take_in();
        for (const Fact& goal : goals)
            if (!reach(goal)) throw NotFound{legs.size(), text(goal)};
    }
    legs.push_back(known_.take_steps());
    return known_.next();
}

bool Prover::reach(const Fact& goal) {
    spend(1000);
    if (known_.find(goal)) return true;
    do {
        if (goal.kind == Kind::zero ? show_zero(goal.polynomial) : by_sum(goal.polynomial).has_value())
            return true;
    } while (decide() || divide(goal.polynomial));
    return false;
}

bool Prover::show_zero(const Polynomial& p) {
    const auto [rest, zeros] = known_.reduce(p);
    if (!rest.is_zero()) return false;
    known_.sum(p, zeros);
    return true;
}

// Comparisons by what the whole numbers of groups say.
bool Prover::decide() {
    for (const Comparison& it : std::vector(state_.comparisons))
        if (!known_.is_replaced(it.t) && (it.is_less ? decide_less(it) : decide_equal(it))) return true;
    return false;
}

// t = [d >= 1] is the carry c that goes out of a group, if d - 1 + k·(1 - c) >= 0 and k·c - d >= 0.
bool Prover::decide_less(const Comparison& it) {
    for (const Group& group : std::vector(state_.groups)) {
        if (!group.is_whole) continue;
        const Polynomial c = group.lanes.back().next, t = of(it.t);
        mpz_class size = 1;
        for (const Lane& lane : group.lanes) size *= lane.m;
        const Polynomial k = size;
        const auto above = by_sum(it.d - 1 + k * (1 - c)),
                   below = above ? by_sum(k * c - it.d) : std::nullopt;
        if (!below) continue;
        const Id least = *nonnegative(c), most = *nonnegative(1 - c),
                 squared = known_.bit_squared(least, most);
        // t·(d - 1) + t·(k·c - d), times 1 - c; (t - 1)·d + (1 - t)·(d - 1 + k·(1 - c)), times c
        const Id not_above =
            known_.bound(Polynomial() - t * (1 - c),
                         {{1, {it.first + 2, most}}, {1, {it.first, most, *below}}}, {{squared, k * t}});
        const Id not_below = known_.bound(Polynomial() - (1 - t) * c,
                                          {{1, {it.first + 3, least}}, {1, {it.first + 1, least, *above}}},
                                          {{squared, k * (1 - t)}});
        // t - c = t·(1 - c) - (1 - t)·c
        const Id at_least = known_.bound(t - c, {{1, {not_below}}, {1, {it.first, most}}}),
                 at_most = known_.bound(c - t, {{1, {not_above}}, {1, {it.first + 1, least}}}),
                 same = known_.both(at_least, at_most);
        set(it.t, c, same);
        return true;
    }
    return false;
}

// A quotient or a rest that the goal names is what the goal says it is.
bool Prover::divide(const Polynomial& goal) {
    for (size_t k = 0; k < state_.open.size(); ++k) {
        const Division it = state_.open[k];
        const auto own = goal.terms().find({it.low});
        if (own == goal.terms().end() || abs(own->second) != 1) continue;
        const Polynomial b = own->second > 0 ? of(it.low) - goal : of(it.low) + goal;
        const auto [rest, zeros] = known_.reduce(it.number - b);
        Polynomial a;
        bool is_multiple = true;
        for (const auto& [monomial, coefficient] : rest.terms()) {
            is_multiple &= coefficient % it.m == 0;
            a.add(monomial, mpz_class(coefficient / it.m));
        }
        if (!is_multiple || !by_sum(b) || !by_sum(Polynomial(it.m) - 1 - b)) continue;
        if (known_.reduce(of(it.low) - b).rest.is_zero() || !divides_as(it, a, b)) continue;
        return true;
    }
    return false;
}

}  // namespace limbsmith::routines::lanes
