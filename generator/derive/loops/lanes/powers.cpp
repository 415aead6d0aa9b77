// Powers of two, by their exponents; and a case for each of the few values that decide how powers differ, which is how far lanes
// are from those whose words they take.
#include <algorithm>

#include "derive/loops/lanes/prover.hpp"

namespace limbsmith::derive::loops::lanes {

using Kind = Fact::Kind;
using check::Monomial;

namespace {

constexpr long most_exponent = 1 << 19;

}  // namespace

std::optional<std::pair<Polynomial, Polynomial>> linear_in(const Polynomial& p, Variable x) {
    Polynomial a, b;
    for (const auto& [monomial, coefficient] : p.terms()) {
        Monomial others = monomial;
        const auto place = std::ranges::find(others, x);
        if (place == others.end()) {
            b.add(monomial, coefficient);
            continue;
        }
        others.erase(place);
        if (std::ranges::find(others, x) != others.end()) return std::nullopt;
        a.add(others, coefficient);
    }
    return std::pair(a, b);
}

// A power is a constant, or a multiple of another, or the product of two is a constant.
bool Prover::relate_powers() {
    const auto constant = [&](const Polynomial& p) -> std::optional<long> {
        const Polynomial rest = known_.reduce(p).rest;
        if (!rest.is_constant() || abs(rest.constant()) > most_exponent) return std::nullopt;
        return rest.constant().get_si();
    };
    const auto unit = [](long k) {
        return Polynomial(mpz_class(mpz_class(1) << static_cast<unsigned long>(k)));
    };
    const auto exponents_are = [&](const Polynomial& p, long k) { return known_.state_zero(p - k); };
    for (const auto& [p, of_p] : powers_) {
        if (known_.is_replaced(p)) continue;
        if (const auto k = constant(of_p); k && *k >= 0) {
            replace(of(p) - unit(*k), known_.powers({exponents_are(of_p, *k), {p}, {}}, of(p) - unit(*k)));
            return true;
        }
        for (const auto& [q, of_q] : powers_) {
            if (p == q || known_.is_replaced(q)) continue;
            if (const auto k = constant(of_p - of_q); k && *k >= 0) {
                const Polynomial claim = of(p) - unit(*k) * of(q);
                replace(claim, known_.powers({exponents_are(of_p - of_q, *k), {p}, {q}}, claim));
                return true;
            }
            const bool is_known = std::ranges::any_of(
                state_.co_powers, [&](const CoPower& it) { return it.p == p && it.d == q; });
            if (const auto k = is_known ? std::nullopt : constant(of_p + of_q); k && *k >= 0) {
                const Polynomial claim = of(p) * of(q) - unit(*k);
                const Id zero = known_.powers({exponents_are(of_p + of_q, *k), {p, q}, {}}, claim);
                state_.co_powers.push_back({p, q, unit(*k).constant(), zero});
                return true;
            }
        }
    }
    return false;
}

// Limits decide comparisons, and a divisor that has become a constant divides numbers.
bool Prover::use_constants() {
    for (const Comparison& it : std::vector(state_.comparisons)) {
        if (!it.is_less) continue;
        const Polynomial d = known_.reduce(it.d).rest, t = known_.reduce(of(it.t)).rest;
        if (t.is_zero() && !d.is_constant()) {
            const auto natural = reduced_bound(it.d);
            if (!natural) continue;
            // (t - 1)·d = -d
            const Id zero =
                known_.both(*natural, known_.bound(Polynomial() - it.d, {{1, {it.first + 3}}},
                                                   {{known_.state_zero(of(it.t)), Polynomial() - it.d}}));
            replace(it.d, zero);
            return true;
        }
        if (known_.is_replaced(it.t)) continue;
        if (const auto above = nonnegative(it.d - 1)) {
            const Id least = known_.bound(of(it.t) - 1, {{1, {it.first + 3}}, {1, {it.first + 1, *above}}});
            known_.define(it.t, 1, known_.both(least, it.first + 1), 1);
        } else if (const auto below = nonnegative(Polynomial() - it.d)) {
            const Id most =
                known_.bound(Polynomial() - of(it.t), {{1, {it.first + 2}}, {1, {it.first, *below}}});
            known_.define(it.t, 0, known_.both(it.first, most), 1);
        } else {
            continue;
        }
        return true;
    }
    for (const Division& it : std::vector(state_.open)) {
        if (known_.is_replaced(it.high) || it.sign < 0) continue;
        const Polynomial number = known_.reduce(it.number).rest;
        if (!number.is_constant() || number.constant() < 0) continue;
        const mpz_class quotient = number.constant() / it.m, rest = number.constant() % it.m;
        if (!divides_as(it, quotient, rest)) continue;
        // constants come before other facts on a value
        known_.define(it.high, quotient, known_.state_zero(of(it.high) - quotient), 1);
        known_.define(it.low, rest, known_.state_zero(of(it.low) - rest), 1);
        return true;
    }
    for (const Remainder& it : std::vector(state_.remainders))
        if (!known_.is_replaced(it.quotient) && divide_now(it)) return true;
    return false;
}

// Decides a remainder of the number 0, or one by a divisor that is a constant now.
bool Prover::divide_now(const Remainder& it) {
    const Polynomial number = known_.reduce(it.number).rest, m = known_.reduce(it.m).rest;
    if (!number.is_zero() && !m.is_constant()) return false;
    Polynomial a;
    for (const auto& [monomial, coefficient] : number.terms())
        a.add(monomial, mpz_class(coefficient / m.constant()));
    const Polynomial b = number - m * a, q = of(it.quotient), r = of(it.rest);
    const auto r_least = reduced_bound(r), r_most = r_least ? reduced_bound(it.m - 1 - r) : std::nullopt,
               b_least = r_most ? reduced_bound(b) : std::nullopt,
               b_most = b_least ? reduced_bound(it.m - 1 - b) : std::nullopt;
    if (!b_most) return false;
    std::vector<Multiple> zeros = known_.reduce(it.number - it.m * a - b).zeros;
    zeros.push_back({it.zero, -1});
    const Id zero = known_.sum(it.m * q + r - it.m * a - b, zeros),
             first = known_.one_division({it.m, q, r, a, b, zero, *r_least, *r_most, *b_least, *b_most});
    set(it.quotient, a, first);
    return true;
}

// The goal, with constants in place of factors that are constant.
std::optional<Ledger::Reduced> Prover::with_constants(const Fact& goal) const {
    Ledger::Reduced result{goal.polynomial, {}};
    std::set<Variable> values;
    for (const auto& [monomial, coefficient] : goal.polynomial.terms())
        if (monomial.size() > 1) values.insert(monomial.begin(), monomial.end());
    for (Variable value : values) {
        const auto [constant, zeros] = known_.reduce(of(value));
        if (!constant.is_constant()) continue;
        const auto [factor, others] = *linear_in(result.rest, value);
        result.rest = factor * constant + others;
        for (const Multiple& it : zeros) result.zeros.push_back({it.fact, factor * it.factor});
    }
    if (result.rest == goal.polynomial) return std::nullopt;
    return result;
}

// Whether the goal is reached by way of its form with constant factors; nothing if there are no such factors.
std::optional<bool> Prover::reach_with_constants(const Fact& goal, int splits) {
    const auto simpler = with_constants(goal);
    if (!simpler) return std::nullopt;
    if (!reach({goal.kind, simpler->rest}, splits)) return false;
    std::vector<Multiple> zeros = simpler->zeros;
    const Id id = *known_.find({goal.kind, simpler->rest});
    if (goal.kind == Kind::zero) {
        zeros.push_back({id, 1});
        known_.sum(goal.polynomial, std::move(zeros));
    } else {
        known_.bound(goal.polynomial, {{1, {id}}}, std::move(zeros));
    }
    return true;
}

// The rest of a value that the goal multiplies by a bit, and by which it is chosen.
std::optional<Variable> Prover::choosing_bit(const Fact& goal) const {
    for (const auto& [monomial, coefficient] : goal.polynomial.terms()) {
        if (monomial.size() < 2) continue;
        for (Variable it : monomial) {
            const Polynomial bit = known_.reduce(of(it)).rest;
            if (bit.is_constant() || bit.terms().rbegin()->first.size() != 1) continue;
            const Variable value = bit.terms().rbegin()->first[0];
            const Ledger::Range* range = known_.range(value);
            if (range && range->least == 0 && range->most == 1) return value;
        }
    }
    return std::nullopt;
}

// Values from 0, a multiple of which is the difference of the exponents of two powers, and the factor.
std::map<Variable, mpz_class> Prover::distances() const {
    std::map<Variable, mpz_class> found;
    for (const auto& [p, of_p] : powers_) {
        for (const auto& [q, of_q] : powers_) {
            const bool is_constant = std::ranges::any_of(
                state_.co_powers, [&](const CoPower& it) { return it.p == p && it.d == q; });
            const Polynomial difference = known_.reduce(of_p - of_q).rest;
            const auto& terms = difference.terms();
            if (is_constant || known_.is_replaced(p) || known_.is_replaced(q) || terms.empty() ||
                terms.size() > 2 || terms.rbegin()->first.size() != 1 ||
                (terms.size() == 2 && !terms.begin()->first.empty()) || terms.rbegin()->second < 0)
                continue;
            const Variable value = terms.rbegin()->first[0];
            const Ledger::Range* range = known_.range(value);
            if (range && range->least >= 0) found.emplace(value, terms.rbegin()->second);
        }
    }
    return found;
}

// Limits exponents by the known facts on them.
bool Prover::limit_distances() {
    for (const auto& [value, factor] : distances()) {
        const Ledger::Range range = *known_.range(value);
        if ((range.most && *range.most <= most_cases) || range.least > 0) continue;
        for (const Division& it : state_.open)
            if (it.high == value && known_.is_replaced(it.low))
                for (Id id : {known_.range(it.low)->at_least, known_.range(it.low)->at_most})
                    if (std::ranges::find(state_.bounds, id) == state_.bounds.end())
                        state_.bounds.push_back(id);
        const Polynomial multiple = factor * of(value);
        for (int most = 1; most <= most_cases; most = 2 * most + 1) {
            const mpz_class end = factor * (most + 1) - 1;
            const auto bound = by_sum(Polynomial(end) - multiple);
            if (bound) return known_.limit(known_.round(*bound, factor));
        }
        for (int least = most_cases + 1; least > 1; least /= 2) {
            const mpz_class end = factor * (least - 1) + 1;
            const auto bound = by_sum(multiple - Polynomial(end));
            if (bound) return known_.limit(known_.round(*bound, factor));
        }
    }
    return false;
}

// Before lanes' words are put in: a bit of the goal itself, then a value by which exponents differ.
std::optional<bool> Prover::reach_by_cases(const Fact& goal, int splits) {
    if (powers_.empty() || goal.kind != Kind::zero) return std::nullopt;
    if (const auto found = reach_with_constants(goal, splits)) return *found;
    while (relate_powers()) {
    }
    if (const auto found = reach_by_quotient(goal, splits)) return *found;
    if (const auto bit = choosing_bit(goal)) return reach_both(goal, *bit, splits);
    while (limit_distances()) {
    }
    for (const auto& [value, factor] : distances())
        if (const auto& most = known_.range(value)->most; most && *most <= most_cases)
            return reach_each(goal, value, splits);
    while (shift()) {
    }
    return std::nullopt;
}

// A case for each value.
bool Prover::reach_each(const Fact& goal, Variable value, int splits) {
    const Ledger::Range range = *known_.range(value);
    if (range.least == range.most) {
        known_.define(value, Polynomial(*range.least), known_.both(range.at_least, range.at_most), 1);
        return reach(goal, splits);
    }
    const mpz_class middle = (*range.least + *range.most + 1) / 2;
    const auto show = [&](Id assumed) {
        const State before = state_;
        known_.limit(assumed);
        const bool is_reached = reach_each(goal, value, splits);
        state_ = before;
        return is_reached;
    };
    return known_.cases(of(value) - Polynomial(middle), goal, show, show).has_value();
}

}  // namespace limbsmith::derive::loops::lanes
