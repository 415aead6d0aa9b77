// Greatest common divisors: the result of divsteps at the end, and the divisors of numbers that are made of
// each other.
#include <algorithm>

#include "derive/loops/lemmas.hpp"
#include "derive/loops/prover.hpp"
#include "derive/loops/run_facts.hpp"

namespace limbsmith::derive::loops {

using Kind = Fact::Kind;

// Reaches the goal by cases on bits that zeros speak of, those that come first most often.
bool Prover::reach_by_bits(const Fact& goal, int depth) {
    do {
        if (directly(goal, 0)) return true;
    } while (improve(goal, 0) || drop_values(goal));
    if (depth == 0) return false;
    std::set<Variable> uses;
    const auto use = [&](const Polynomial& p) {
        for (const auto& [monomial, coefficient] : p.terms()) uses.insert(monomial.begin(), monomial.end());
    };
    for (const Legs::Known& zero : legs_.zeros()) use(zero.polynomial);
    use(legs_.reduce(goal.polynomial).rest);
    std::optional<std::pair<bool, Variable>> bit;
    for (const Range& range : ranges()) {
        const auto& terms = range.polynomial.terms();
        if (*range.least != 0 || *range.most != 1 || terms.size() != 1 || terms.begin()->first.size() != 1)
            continue;
        const Variable it = terms.begin()->first[0];
        const std::pair own(!decides(goal, it), it);
        if (range.polynomial == of(it) && uses.contains(it) && (!bit || own < *bit)) bit = own;
    }
    const auto show = [&](Id) { return reach_by_bits(goal, depth - 1); };
    if (bit) return legs_.cases(of(bit->second) - 1, goal, show, show).has_value();
    // else on the order of the first f and g
    const check::Runs runs = legs_.state().runs;
    for (const auto& [run, what] : runs) {
        const Polynomial difference = what.f - what.g;
        const auto end = [&](Id) { return end_divsteps(run, what) && reach_by_bits(goal, depth - 1); };
        if (legs_.reduce(what.count).rest.is_constant() && !nonnegative(difference, 0) &&
            !nonnegative(Polynomial() - difference, 0))
            return legs_.cases(difference, goal, end, end).has_value();
        // and on the sign of the last f, whose magnitude is then their divisor
        const Polynomial f = of(run + 1);
        if (legs_.reduce(of(run + 2)).rest.is_zero() && !nonnegative(f, 0) &&
            !nonnegative(Polynomial() - f, 0))
            return legs_.cases(f, goal, show, show).has_value();
    }
    return false;
}

// g = 0, and so |f| = d <= the first f.
bool Prover::conclude_divsteps(Variable run) {
    const RunFacts facts = facts_of(legs_, run);
    const Polynomial f = of(run + 1), g = of(run + 2), d = of(facts.d);
    if (!reach_by_bits({Kind::zero, g}, 8)) return false;
    const Polynomial first_f = legs_.state().runs.at(run).f;
    const Id odd = says(first_f - 1, 2).value(), least = nonnegative(first_f, 0).value();
    // first f = 1 + 2·half >= 0
    const Polynomial twice = first_f - 1 - legs_.fact(odd);
    const Id above = legs_.round(legs_.bound(twice + 1, {{1, {least}}}, {{odd, -1}}), 2);
    const Id natural = legs_.bound(first_f - 1, {{2, {above}}}, {{odd, 1}});
    legs_.apply(Lemmas::divisor_at_most, {first_f, d, facts.value(1)}, {natural, facts.divisor(), facts.f()},
                {{Kind::nonnegative, first_f - d}});
    const auto bound_of = [&](int sign) {
        const Fact goal{Kind::nonnegative, d - Polynomial(sign) * f};
        legs_.cases(
            f, goal,
            [&](Id assumed) {
                if (sign < 0)
                    return legs_.bound(goal.polynomial, {{1, {facts.divisor()}}, {1, {assumed}}}, {}), true;
                return find_sign(run) && show_zero(d - f, 0) && nonnegative(goal.polynomial, 0).has_value();
            },
            [&](Id assumed) {
                if (sign > 0)
                    return legs_.bound(goal.polynomial, {{1, {facts.divisor()}}, {1, {assumed}}, {1, {}}},
                                       {}),
                           true;
                return find_sign(run) && show_zero(d + f, 0) && nonnegative(goal.polynomial, 0).has_value();
            });
    };
    bound_of(1);
    bound_of(-1);
    return true;
}

// d = f or d = -f, if it is known whether the last f is negative.
bool Prover::find_sign(Variable run) {
    const RunFacts facts = facts_of(legs_, run);
    const Polynomial f = of(run + 1), g = of(run + 2), d = of(facts.d), part = facts.value(5),
                     times = facts.value(7);
    int sign = 1;
    auto least = nonnegative(f, 0);
    if (!least) sign = -1, least = nonnegative(Polynomial() - f, 0);
    if (!least) return false;
    const Polynomial by(static_cast<long>(sign));
    const Id none = legs_.state_zero(g);
    const Id is_part = legs_.sum_of_zeros(by * f - d * (by * part), {{facts.last_f(), by}});
    const Id is_sum = legs_.sum_of_zeros(d - f * times, {{facts.last_sum(), 1}, {none, facts.value(8)}});
    legs_.apply(Lemmas::same_divisor, {by * f, d, by * part, by * times},
                {*least, facts.divisor(), is_part, is_sum}, {{Kind::zero, by * f - d}});
    return true;
}

// The divisor D of a and b, where a and b are sums of T·f and T·g with coefficients -1, 0 and 1, and T·f and T·g such
// sums of a and b: D = T·d.
bool Prover::compare_divisors(Variable run) {
    const RunFacts facts = facts_of(legs_, run);
    const auto [count, f, g] = legs_.state().runs.at(run);
    const Polynomial d = of(facts.d);
    using Pair = std::pair<Polynomial, Polynomial>;
    const auto as_sum = [&](const Polynomial& wanted, const Pair& of_two) -> std::optional<Pair> {
        for (long x : {0, 1, -1})
            for (long y : {0, 1, -1})
                if (says(wanted - x * of_two.first - y * of_two.second, 0)) return Pair(x, y);
        return std::nullopt;
    };
    std::vector<Polynomial> scales;
    for (const auto& [power, meaning] : legs_.state().powers)
        if (meaning.base == 2 && !legs_.is_replaced(power)) scales.push_back(of(power));
    const auto divisors = legs_.state().divisors;
    for (const auto& [other, a, b, first] : divisors) {
        const Polynomial D = of(other);
        if (legs_.reduce(D).rest.is_zero()) continue;
        if (nonnegative(Polynomial() - a, 0) && nonnegative(Polynomial() - b, 0) && show_zero(a, 0) &&
            show_zero(b, 0)) {
            legs_.sum(
                D,
                {{first + 3, 1}, {legs_.state_zero(a), of(other + 3)}, {legs_.state_zero(b), of(other + 4)}});
            return true;
        }
        for (const Polynomial& T : scales) {
            const Pair scaled(T * f, T * g), own(a, b);
            const auto of_a = as_sum(a, scaled), of_b = as_sum(b, scaled), of_f = as_sum(T * f, own),
                       of_g = as_sum(T * g, own);
            if (!of_a || !of_b || !of_f || !of_g) continue;
            const auto scale = nonnegative(T, 0);
            if (!scale) continue;
            const auto difference = [&](const Polynomial& wanted, const Pair& sum, const Pair& of_two) {
                return says(wanted - sum.first * of_two.first - sum.second * of_two.second, 0).value();
            };
            const Id is_a = difference(a, *of_a, scaled), is_b = difference(b, *of_b, scaled),
                     is_f = difference(T * f, *of_f, own), is_g = difference(T * g, *of_g, own);
            const auto part = [&](Variable k) { return of(other + k); };
            // D = u·a + v·b = T·d·S
            const Polynomial u = part(3), v = part(4), x = facts.value(1), y = facts.value(2),
                             s = facts.value(3), t = facts.value(4);
            const Polynomial to_f = u * of_a->first + v * of_b->first,
                             to_g = u * of_a->second + v * of_b->second;
            const Polynomial S = to_f * x + to_g * y;
            const Id down = legs_.sum_of_zeros(
                D - T * d * S,
                {{first + 3, 1}, {is_a, u}, {is_b, v}, {facts.f(), T * to_f}, {facts.g(), T * to_g}});
            // T·d = s·T·f + t·T·g = D·R
            const Polynomial to_a = s * of_f->first + t * of_g->first,
                             to_b = s * of_f->second + t * of_g->second;
            const Polynomial R = to_a * part(1) + to_b * part(2);
            const Id up = legs_.sum_of_zeros(
                T * d - D * R,
                {{facts.sum(), T}, {is_f, s}, {is_g, t}, {first + 1, to_a}, {first + 2, to_b}});
            const Id natural = legs_.bound(T * d, {{1, {*scale, facts.divisor()}}}, {});
            legs_.apply(Lemmas::same_divisor, {T * d, D, R, S}, {natural, first, up, down},
                        {{Kind::zero, T * d - D}});
            if (const auto most = nonnegative(f - d, 0))
                legs_.bound(T * f - T * d, {{1, {*scale, *most}}}, {});
            return true;
        }
    }
    return false;
}

}  // namespace limbsmith::derive::loops
