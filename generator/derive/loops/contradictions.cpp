// From a contradiction, everything follows.
#include <algorithm>

#include "derive/loops/prover.hpp"

namespace limbsmith::derive::loops {

using Kind = Fact::Kind;

// -1 >= 0: from a bound that is a constant below 0, or from d·p + c = 0, where c is no multiple of d.
std::optional<Id> Prover::contradiction() {
    const auto bound = std::ranges::find_if(legs_.bounds(), [](const Legs::Known& it) {
        return it.polynomial.is_constant() && it.polynomial.constant() < 0;
    });
    if (bound != legs_.bounds().end()) {
        const mpz_class c = bound->polynomial.constant();
        return legs_.bound(-1, {{1, {legs_.stated(*bound)}}, {-c - 1, {}}}, {});
    }
    const auto zero = std::ranges::find_if(legs_.zeros(), [](const Legs::Known& it) {
        const mpz_class c = it.polynomial.constant(), divisor = content(it.polynomial - c);
        return divisor == 0 ? c != 0 : c % divisor != 0;
    });
    if (zero == legs_.zeros().end()) return std::nullopt;
    const Polynomial p = zero->polynomial;
    const mpz_class c = p.constant(), divisor = content(p - c);
    const Id id = legs_.stated_zero(*zero);
    if (divisor == 0) return legs_.bound(-1, {{abs(c) - 1, {}}}, {{id, -sgn(c)}});
    // p + floor(c/d) >= 0 and -p + floor(-c/d) >= 0
    const Id above = legs_.round(legs_.bound(p, {}, {{id, 1}}), divisor),
             below = legs_.round(legs_.bound(Polynomial() - p, {}, {{id, -1}}), divisor);
    return legs_.bound(-1, {{1, {above}}, {1, {below}}}, {});
}

// 1 = 0.
bool Prover::contradicts(const Fact& goal) {
    const auto below = contradiction();
    if (!below) return false;
    const Id absurd = legs_.both(legs_.bound(1, {{1, {}}}, {}), *below);
    if (goal.kind == Kind::zero)
        legs_.sum(goal.polynomial, {{absurd, goal.polynomial}});
    else
        legs_.bound(goal.polynomial, {}, {{absurd, goal.polynomial}});
    return true;
}

}  // namespace limbsmith::derive::loops
