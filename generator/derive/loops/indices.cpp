// Indices of arrays: integers that were computed as words, and entries at indices that are the same.
#include <algorithm>

#include "derive/loops/prover.hpp"

namespace limbsmith::derive::loops {

using Kind = Fact::Kind;

bool Prover::unify_entries() {
    bool is_better = false;
    const check::Entries all = legs_.state().entries;
    for (auto it = all.begin(); it != all.end(); ++it) {
        for (auto other = all.begin(); other != it; ++other) {
            if (it->second.function != other->second.function) continue;
            const Polynomial apart = it->second.index - other->second.index;
            if (!legs_.reduce(apart).rest.is_zero() ||
                legs_.reduce(of(it->first) - of(other->first)).rest.is_zero())
                continue;
            legs_.same_entry(it->first, other->first, legs_.state_zero(apart));
            is_better = true;
        }
    }
    return is_better;
}

// An integer p as the word r = p - m·q, m = 2^k, and back, r - m·t with t = [2^(k-1) <= r]: q + t = 0 if p is an integer.
bool Prover::unwrap_integers() {
    if (legs_.state().entries.empty()) return false;
    bool is_better = false;
    const std::vector<Legs::Comparison> all = legs_.state().comparisons;
    const std::vector<Legs::Division> divisions = legs_.state().divisions;
    for (const Legs::Comparison& it : all) {
        const auto found = std::ranges::find_if(divisions, [&](const Legs::Division& division) {
            return division.m.is_constant() &&
                   it.d == of(division.rest) - Polynomial(mpz_class(division.m.constant() / 2 - 1));
        });
        if (it.is_less && found != divisions.end() && once(fmt::format("integer {}", it.t)))
            is_better |= unwrap(it, *found);
    }
    return is_better;
}

// For t = 1, r >= m/2 makes q = -1; for t = 0, r < m/2 makes q = 0.
bool Prover::unwrap(const Legs::Comparison& it, const Legs::Division& division) {
    const mpz_class m = division.m.constant(), half = m / 2;
    const Polynomial &p = division.number, q = of(division.quotient), r = of(division.rest), t = of(it.t);
    const Fact goal{Kind::zero, q + t};
    if (legs_.reduce(goal.polynomial).rest.is_zero()) return false;
    const auto least = nonnegative(p + half, 0), most = nonnegative(Polynomial(half) - 1 - p, 0),
               rest = nonnegative(r, 0), other_rest = nonnegative(Polynomial(m) - 1 - r, 0);
    if (!least || !most || !rest || !other_rest) return false;
    // sign·q + floor(c/m) >= 0, from an end of p and one of r
    const auto limit = [&](int sign, Id of_p, Id of_r) {
        const Polynomial claim = legs_.fact(of_p) + legs_.fact(of_r) - sign * legs_.fact(division.zero);
        const Id id = legs_.quietly(check::Bound{claim, {{1, {of_p}}, {1, {of_r}}}, {{division.zero, -sign}}},
                                    {Kind::nonnegative, claim});
        mpz_class floor;
        mpz_fdiv_q(floor.get_mpz_t(), claim.constant().get_mpz_t(), m.get_mpz_t());
        return legs_.quietly(check::Round{id, m},
                             {Kind::nonnegative, Polynomial(sign) * q + Polynomial(floor)});
    };
    const auto conclude = [&](Id bit, Id below, Id above) {
        const Id is_q = legs_.quietly(check::Both{below, above}, {Kind::zero, legs_.fact(below)});
        legs_.sum_of_zeros(goal.polynomial, {{is_q, 1}, {bit, 1}});
        return true;
    };
    const auto bound = [&](const Polynomial& claim, Id fact, const check::Multiple& zero) {
        return legs_.quietly(check::Bound{claim, {{1, {fact}}}, {zero}}, {Kind::nonnegative, claim});
    };
    const auto if_one = [&](Id assumed) {
        const Id bit = legs_.quietly(check::Both{assumed, it.first + 1}, {Kind::zero, t - 1}),
                 bottom = bound(r - half, it.first + 2, {bit, Polynomial(half) - r});
        const Id below = limit(1, *least, *other_rest);
        return conclude(bit, below, limit(-1, *most, bottom));
    };
    const auto if_zero = [&](Id assumed) {
        const Id bit = legs_.quietly(check::Both{it.first, assumed}, {Kind::zero, t}),
                 top = bound(Polynomial(half) - 1 - r, it.first + 3, {bit, Polynomial(half) - 1 - r});
        const Id below = limit(1, *least, top);
        return conclude(bit, below, limit(-1, *most, *rest));
    };
    return legs_.cases(t - 1, goal, if_one, if_zero).has_value();
}

}  // namespace limbsmith::derive::loops
